// What a tap does. Everything that is known stands in the page; what is to be recorded is asked of the server.
"use strict";
(() => {
  const $ = (selector, inside = document) => inside.querySelector(selector);
  const root = document.documentElement;
  const play = $("[data-play]");
  const base = play ? play.dataset.play.split("?")[0] : "";
  const sheet = $("#sheet"), toast = $("#toast"), offline = $("#offline");
  let open = null; // what is on the sheet: action, given, forced
  let sending = Promise.resolve();

  // --- what is kept on the phone ---------------------------------------------------------------
  const kept = (key, value) => {
    try {
      if (value !== undefined) localStorage.setItem(key, value);
      return localStorage.getItem(key);
    } catch { return null; }
  };
  const look = () => {
    for (const key of ["size", "hand"]) {
      const value = kept(key);
      if (value) root.dataset[key] = value;
      for (const each of document.querySelectorAll(`[data-${key}]`))
        if (each !== root) each.setAttribute("aria-pressed", each.dataset[key] === (value || (key === "size" ? "2" : "right")));
    }
  };
  look();

  // --- the server ------------------------------------------------------------------------------
  const nonce = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), n => n.toString(36)).join("");
  const away = is => { offline.hidden = !is; };
  const ask = async (path, options = {}) => {
    try {
      const answer = await fetch(path, { ...options, signal: AbortSignal.timeout(8000) });
      away(false);
      return answer;
    } catch (error) {
      away(true);
      throw error;
    }
  };
  const send = (path, body) => ask(path, {
    method: "POST", body: JSON.stringify(body),
    headers: { "content-type": "application/json", accept: "application/json" },
  });
  const part = async (path, name) => {
    const answer = await ask(path, { headers: { "x-part": name } });
    return answer.text();
  };

  // --- the page of a play ----------------------------------------------------------------------
  const rev = () => Number(($("[data-rev]") || { dataset: {} }).dataset.rev);
  const put = html => {
    const old = $("#standing");
    if (!old) return;
    const unfolded = [...old.querySelectorAll("details[data-keep][open]")].map(each => each.dataset.keep);
    const line = old.querySelector("[name=line]"), typed = line && line.value, typing = line && document.activeElement === line;
    old.outerHTML = html;
    for (const name of unfolded) { const each = $(`#standing details[data-keep="${name}"]`); if (each) each.open = true; }
    const now = $("#standing [name=line]");
    if (now && typed) now.value = typed;
    if (now && typing) now.focus();
  };
  const refresh = async () => {
    if (cards()) {
      const idle = () => !card.busy && !card.waits.size;
      const html = idle() ? await part(play.dataset.page, "cards") : "";
      // What was tapped meanwhile does not stand on it.
      if (html && idle()) deal(html); else { card.late = true; keep(); }
      return;
    }
    if (!$("#standing")) return;
    put(await part(play.dataset.play, "standing"));
    // A sheet that stands on this already has told what came in between.
    if (open && open.rev !== rev()) tap({});
  };

  let events = null;
  const listen = () => {
    if (!play || document.hidden || events) return;
    events = new EventSource(`${base}/events`);
    events.onmessage = message => { away(false); if (Number(message.data) !== rev()) refresh().catch(() => {}); };
    events.onerror = () => { away(true); if (events && events.readyState === 2) { hush(); setTimeout(listen, 2000); } };
    events.onopen = () => away(false);
  };
  const hush = () => { if (events) events.close(); events = null; };
  document.addEventListener("visibilitychange", () => document.hidden ? hush() : listen());
  addEventListener("pagehide", hush);
  addEventListener("pageshow", listen);
  addEventListener("online", () => { hush(); listen(); });
  listen();

  let fading = 0;
  const tell = (text, undo = false) => {
    if (!text) return;
    if (sheet.open) { // above which nothing else of the page can be seen
      const said = $(".told", sheet) || document.createElement("p");
      said.className = "told refused";
      said.setAttribute("role", "alert");
      said.textContent = text;
      $("footer", sheet).before(said);
      return;
    }
    toast.replaceChildren(document.createTextNode(text));
    if (undo) {
      const back = document.createElement("button");
      back.type = "button"; back.dataset.move = "undo"; back.textContent = toast.dataset.undo;
      toast.append(back);
    }
    // What stands above the buttons anyhow need not cover them.
    const latest = $(".latest"), place = undo && latest && latest.getBoundingClientRect();
    toast.classList.toggle("hidden", Boolean(place) && place.top >= 0 && place.bottom <= innerHeight);
    if (undo && latest) latest.classList.add("new");
    toast.hidden = false;
    clearTimeout(fading);
    fading = setTimeout(() => { toast.hidden = true; }, undo ? 4000 : 9000);
  };

  const show = html => {
    const scroll = $(".controls", sheet) ? $(".controls", sheet).scrollTop : 0;
    const unfolded = [...sheet.querySelectorAll("details[data-keep][open]")].map(each => each.dataset.keep);
    const at = document.activeElement && sheet.contains(document.activeElement) ? document.activeElement.dataset : {};
    sheet.innerHTML = html;
    if (open && open.stay) unfolded.push("folded");
    for (const name of unfolded) { const each = $(`details[data-keep="${name}"]`, sheet); if (each) each.open = true; }
    if (!sheet.open) sheet.showModal();
    const controls = $(".controls", sheet);
    controls.scrollTop = scroll;
    const waits = $(".waits", sheet);
    if (waits && waits.offsetTop + waits.offsetHeight > controls.scrollTop + controls.clientHeight) controls.scrollTop = waits.offsetTop - 8;
    if (at.path) {
      const again = [...sheet.querySelectorAll("[data-path]")].find(each => each.dataset.path === at.path && each.dataset.value === at.value && each.dataset.by === at.by);
      if (again) again.focus({ preventScroll: true });
    }
  };
  const take = (answer, undo) => {
    if (answer.asks) { // what else would change: once more does it
      open.anyway = true;
      tell([answer.asks, ...answer.misfits].join("\n"));
      return;
    }
    if (answer.sheet) {
      Object.assign(open, { action: answer.action, given: answer.given, forced: answer.forced, rev: answer.rev, anyway: false });
      show(answer.sheet);
      tell(answer.told);
      return;
    }
    open = null;
    if (sheet.open) sheet.close();
    if (answer.page && $("#standing")) put(answer.page);
    else if (answer.done) { leave(answer.told); return; }
    tell(answer.told, undo && answer.done && Boolean(answer.page));
  };
  // What was done is told on the page that comes.
  const leave = (told, there = location.href) => { kept("told", told); location.href = there; };
  tell(kept("told"));
  kept("told", "");
  const post = (path, body) => {
    sending = sending.then(async () => {
      const said = body();
      if (!said) return undefined; // its sheet was closed while another tap was on its way
      root.dataset.busy = "";
      const answer = await send(`${base}/${path}`, { nonce: nonce(), rev: rev(), ...said });
      if (!answer.headers.get("content-type").startsWith("application/json")) { tell(await answer.text()); return undefined; }
      const got = await answer.json();
      take(got, path !== "move");
      return got;
    }).catch(() => {}).finally(() => { delete root.dataset.busy; });
    return sending;
  };
  const tap = more => post("do", () => open && { ...open, rev: open.rev || rev(), ...more });

  // What would be left out has to be read before it can be agreed to, also by who taps twice while it is asked.
  const record = () => tap({ go: true, anyway: Boolean(open && open.anyway) });

  // ``stay``: nothing is recorded without OK, since there is more to say.
  const begin = (action, given = {}, stay = false) => {
    sheet.classList.remove("going");
    open = { action, given, forced: false, rev: rev(), stay };
    tap({ tapped: !stay });
  };

  // --- taps on a sheet: a value of a field -----------------------------------------------------
  const now = path => (open ? open.given : card.given)[path];
  const list = path => Array.isArray(now(path)) ? [...now(path)] : [];
  const whole = text => /^-?\d+$/.test(text) ? Number(text) : text;
  const bounded = (button, now, by) => {
    const field = button.closest(".control");
    return Math.max(Number(field.dataset.low ?? -1e9), Math.min(Number(field.dataset.high ?? 1e9), now + by));
  };
  const empty = widget => ({ some: [], numbers: [], amounts: {}, group: {} })[widget] ?? null;
  const values = {
    one: (path, button) => button.getAttribute("aria-pressed") === "true" ? undefined : button.dataset.value,
    some: (path, button) => {
      const taken = list(path), at = taken.indexOf(button.dataset.value);
      if (at >= 0 && !button.closest(".control").dataset.repeat) taken.splice(at, 1); else taken.push(button.dataset.value);
      return taken;
    },
    none: (path, button) => empty(button.closest(".control").dataset.widget),
    number: (path, button) => Number(button.dataset.value),
    push: (path, button) => [...list(path), Number(button.dataset.value)],
    pop: path => list(path).slice(0, -1),
    step: (path, button) => bounded(button, Number.isInteger(now(path)) ? now(path) : Number(button.dataset.from ?? button.closest(".control").dataset.start ?? 0), Number(button.dataset.by)),
    yes: () => true,
    no: () => false,
    amount: (path, button) => {
      const amounts = { ...(now(path) || {}) };
      amounts[button.dataset.of] = Math.max(0, (amounts[button.dataset.of] || 0) + Number(button.dataset.by));
      return amounts;
    },
    text: (path, input) => input.value.trim() === "" && cards() ? undefined : whole(input.value.trim()),
    clear: () => undefined,
  };
  const single = new Set(["one", "number", "yes", "no", "none"]);
  const give = element => {
    const { path, kind } = element.dataset;
    const value = values[kind](path, element);
    if (!open) { write(path, value, element); return; }
    const given = { ...open.given };
    if (value === undefined) delete given[path]; else given[path] = value;
    open.given = given;
    // Of what is not finished yet nothing is wrong.
    sheet.classList.toggle("going", !single.has(kind));
    tap({ tapped: single.has(kind) && value !== undefined && !open.stay });
  };

  // --- score sheets: every value is kept at once, in one go those that came while another was on its way ---
  const cards = () => $("#cards");
  const card = { given: {}, rev: 0, tab: null, waits: new Map(), more: null, busy: false, late: false };
  const tab = n => {
    const all = [...cards().querySelectorAll("[data-tab]")];
    if (!all.length) return;
    const own = all.find(each => each.dataset.name && each.dataset.name === cards().dataset.seat) || all[0];
    const there = all.find(each => each.dataset.tab === n) || own;
    card.tab = there.dataset.tab;
    for (const each of all) each.setAttribute("aria-pressed", each === there);
    for (const each of cards().querySelectorAll("[data-card]")) each.hidden = each.dataset.card !== card.tab;
  };
  const dealt = () => {
    if (cards().dataset.there) { location.href = cards().dataset.there; return; }
    card.given = JSON.parse(cards().dataset.given);
    card.rev = Number(cards().dataset.rev);
    tab(card.tab);
  };
  const lives = inside => [...inside.querySelectorAll("[data-live]")];
  const deal = html => {
    const old = cards(), made = document.createElement("template");
    made.innerHTML = html;
    const fresh = $("#cards", made.content), at = document.activeElement;
    if (Number(fresh.dataset.rev) < card.rev) return; // it was overtaken
    const before = lives(old), after = lives(fresh);
    // What somebody is typing into stays as it is.
    if (before.length === after.length && before.every((each, n) => each.dataset.live === after[n].dataset.live)) {
      before.forEach((each, n) => { if (!(at.tagName === "INPUT" && each.contains(at)) && each.outerHTML !== after[n].outerHTML) swap(each, after[n]); });
      for (const key of ["rev", "given", "seat"]) old.dataset[key] = fresh.dataset[key];
    } else {
      const unfolded = [...old.querySelectorAll("details[data-keep][open]")].map(each => each.dataset.keep);
      swap(old, fresh);
      for (const each of fresh.querySelectorAll("details[data-keep]")) each.open = each.open || unfolded.includes(each.dataset.keep);
    }
    dealt();
  };
  const same = (one, other) => ["path", "kind", "value", "by", "of", "tab"].every(key => one.dataset[key] === other.dataset[key]);
  const swap = (old, fresh) => {
    const at = document.activeElement, within = at !== old && old.contains(at);
    old.replaceWith(fresh);
    for (const each of old.querySelectorAll("details[data-keep][open]")) { const again = $(`details[data-keep="${each.dataset.keep}"]`, fresh); if (again) again.open = true; }
    if (!within && at !== old) return;
    const again = [fresh, ...fresh.querySelectorAll("input, button")].find(each => each.tagName === at.tagName && same(each, at));
    if (!again) return;
    if (at.tagName === "INPUT") again.value = at.value;
    again.closest("[hidden]") || again.focus({ preventScroll: true });
  };
  const write = (path, value, element) => {
    if (JSON.stringify(card.given[path]) === JSON.stringify(value)) return;
    if (value === undefined) delete card.given[path]; else card.given[path] = value;
    const field = element.closest(".control"), input = field && $("input[data-kind=text]", field);
    if (input && input !== element) input.value = value ?? "";
    card.waits.set(path, value);
    keep();
  };
  const keep = async () => {
    if (card.busy) return;
    card.busy = true;
    try {
      do {
        const sent = [...card.waits], given = {}, clear = [];
        for (const [path, value] of sent) if (value === undefined) clear.push(path); else given[path] = value;
        // Of a calculator nothing is kept: it is asked with all that was given.
        const alone = cards().dataset.page;
        const body = alone ? { given: card.given } : { given, clear, rev: card.rev, nonce: nonce(), ...card.more };
        card.more = null;
        const answer = await send(alone || play.dataset.page, body);
        for (const [path, value] of sent) if (card.waits.get(path) === value) card.waits.delete(path);
        if (!answer.headers.get("content-type").startsWith("application/json")) { tell(await answer.text()); break; }
        const said = await answer.json();
        if (said.there) { location.href = said.there; return; }
        if (said.cards && !card.waits.size) deal(said.cards);
        tell(said.told);
      } while (card.waits.size || card.more);
    } catch { /* the banner says so; what waits goes with the next one */ }
    card.busy = false;
    if (card.late && !card.waits.size) { card.late = false; refresh().catch(() => {}); }
  };
  if (cards()) dealt();

  // --- who played last time ---------------------------------------------------------------------
  for (const form of document.querySelectorAll("form[data-remember]")) {
    const boxes = [...form.elements].filter(each => /^player\d/.test(each.name)), names = JSON.parse(kept("names") || "[]");
    if (boxes.every(each => !each.value)) boxes.forEach((each, n) => { each.value = names[n] || ""; });
    form.addEventListener("submit", () => kept("names", JSON.stringify(boxes.map(each => each.value.trim()).filter(Boolean))));
  }

  document.addEventListener("click", event => {
    const button = event.target.closest("button, a[data-part]");
    if (!button) {
      if (event.target.tagName === "DIALOG") close(event.target);
      if (event.target === toast) toast.hidden = true;
      return;
    }
    const data = button.dataset;
    // The second half of a double tap was meant for what stood there before.
    if (event.detail > 1 && (data.act !== undefined || "go" in data)) return;
    if (button.matches("a[data-part]")) {
      event.preventDefault();
      read([...($("#reading").open ? readings : []), { path: button.getAttribute("href"), name: data.part }]);
    } else if (data.kind && data.path && (open || button.closest("#cards"))) give(button);
    else if (data.tab) { card.tab = data.tab; tab(data.tab); }
    else if (data.score) { card.more = { go: true, anyway: data.score === "anyway" }; keep(); }
    else if (data.act !== undefined) begin(data.act, data.path ? { [data.path]: data.kind === "number" ? Number(data.value) : data.value, ...JSON.parse(data.given || "{}") } : JSON.parse(data.given || "{}"), "stay" in data);
    else if (data.set !== undefined) begin("set=", { player: data.player ?? null, value: data.set });
    else if (data.anew) { open = { step: Number(data.anew), forced: false }; tap({}); }
    else if ("go" in data) record();
    else if ("anyway" in data) { open.forced = true; tap({}); }
    else if ("drop" in data) mend(button.form, "drop");
    else if (data.move) post("move", () => ({ what: data.move }));
    else if (data.open) $(`#${data.open}`).showModal();
    else if ("close" in data) close(button.closest("dialog"));
    else if ("reread" in data) read(readings.slice(0, -1));
    else if (data.size && button !== root) { kept("size", data.size); look(); }
    else if (data.hand && button !== root) { kept("hand", data.hand); look(); }
    else if (data.me !== undefined) seat(data.me, button.getAttribute("aria-pressed") === "true");
    else if (data.back && play) post("move", () => ({ what: data.of || "back", to: Number(data.back) })).then(got => { if (got && got.done) leave(got.told, base); });
  });
  // What is read above the page, each behind a link of the one before.
  let readings = [];
  const read = async pages => {
    const reading = $("#reading"), { path, name } = pages.at(-1);
    const html = await part(path, name).catch(() => null);
    if (html === null) return;
    readings = pages;
    $("#reading-text").innerHTML = html;
    $("[data-reread]").hidden = pages.length < 2;
    if (!reading.open) reading.showModal();
    reading.scrollTop = 0;
  };
  const close = dialog => { if (dialog === sheet) open = null; dialog.close(); };
  sheet.addEventListener("close", () => { open = null; });
  document.addEventListener("change", event => { if (event.target.dataset.kind === "text" && event.target.closest("#cards")) give(event.target); });
  document.addEventListener("keydown", event => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches("#cards input")) return;
    const all = [...document.querySelectorAll("#cards input")].filter(each => each.offsetParent), next = all[all.indexOf(event.target) + 1];
    if (next) { next.focus(); next.select(); } else event.target.blur();
  });
  sheet.addEventListener("change", event => { if (event.target.dataset.kind === "text") give(event.target); });

  const seat = async (name, off) => {
    const body = new URLSearchParams({ seat: off ? "" : name });
    await ask(`${base}/seat`, { method: "POST", body, redirect: "manual" }).catch(() => {});
    refresh().catch(() => {});
  };

  document.addEventListener("submit", event => {
    const form = event.target;
    if (form.dataset.line !== undefined) {
      event.preventDefault();
      const line = form.elements.line.value.trim();
      if (!line) return;
      open = { action: "", given: {}, forced: false };
      post("line", () => ({ line })).then(got => { const box = $("#standing [name=line]"); if (box && got && (got.done || got.sheet || got.meant)) box.value = got.meant || ""; });
    } else if (form.dataset.mend) {
      event.preventDefault();
      mend(form, event.submitter.value);
    } else if (form.dataset.action) {
      event.preventDefault();
      record();
    }
  });
  const mend = async (form, what) => {
    const body = { what, step: Number(form.dataset.mend), line: form.elements.line.value, anyway: form.dataset.anyway === what, nonce: nonce(), rev: rev() };
    const answer = await (await send(`${base}/mend`, body)).json();
    const told = $(".told", form);
    if (answer.done) { leave(answer.told); return; }
    told.textContent = [answer.asks, ...(answer.misfits || []), answer.told].filter(Boolean).join("\n");
    // The same button once more does it.
    if (answer.asks) form.dataset.anyway = what;
  };
})();
