"""The pages of ``docs``: what they show is carried out, what they list is compared with the code."""
