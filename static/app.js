// Everything here is a convenience: each page reads and submits without it.
(() => {
  "use strict";
  const $ = (sel, root = document) => root.querySelector(sel);
  const $$ = (sel, root = document) => [...root.querySelectorAll(sel)];

  // Copy buttons: data-copy is the text; without one it is that of the block.
  document.addEventListener("click", async (e) => {
    const b = e.target.closest("[data-copy]");
    if (!b) return;
    e.preventDefault();
    const text = b.dataset.copy || $("pre", b.parentElement).textContent;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const t = document.createElement("textarea");
      t.value = text;
      document.body.append(t);
      t.select();
      document.execCommand("copy");
      t.remove();
    }
    const said = document.documentElement.dataset.copied;
    const word = $("[data-word]", b) || b;
    b.dataset.s = "pass";
    b.dataset.was ||= word.textContent;
    word.textContent = $("#live").textContent = said;
    setTimeout(() => { word.textContent = b.dataset.was; delete b.dataset.s; delete b.dataset.was; }, 1600);
  });
  for (const b of $$("[data-copy]")) b.hidden = false;

  // Relative times, for the instants that the server writes.
  const rel = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  const steps = [[60, "second"], [60, "minute"], [24, "hour"], [30, "day"], [12, "month"], [Infinity, "year"]];
  const ago = (t) => {
    let n = (new Date(t) - Date.now()) / 1000;
    for (const [per, unit] of steps) {
      if (Math.abs(n) < per) return rel.format(Math.round(n), unit);
      n /= per;
    }
  };
  const times = () => {
    for (const t of $$("time[data-rel]")) t.textContent = ago(t.dateTime);
  };
  times();
  setInterval(times, 20000);

  // A select with data-go submits its form at once.
  for (const s of $$("select[data-go]")) s.addEventListener("change", () => s.form.requestSubmit());

  // A form is sent once, until the page comes back.
  document.addEventListener("submit", (e) => {
    const f = e.target;
    if (f.dataset.sent) return e.preventDefault();
    if (f.method === "post") f.dataset.sent = "1";
  });
  addEventListener("pageshow", () => { for (const f of $$("form[data-sent]")) delete f.dataset.sent; });

  // Live progress: data-live is an event stream. "step" carries the id of the step
  // that begins; "done", or the stream's end, loads the page anew.
  const live = $("[data-live]");
  if (live && window.EventSource) {
    const again = () => { stream.close(); location.reload(); };
    const stream = new EventSource(live.dataset.live);
    let failures = 0;
    stream.addEventListener("step", (e) => {
      failures = 0;
      let past = true;
      for (const li of $$("[data-step]", live)) {
        const now = li.dataset.step === e.data;
        if (now) past = false;
        const state = li.dataset.s = now ? "running" : past ? "pass" : "unknown";
        if (now) li.setAttribute("aria-current", "step"); else li.removeAttribute("aria-current");
        const use = $("use", li);
        use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#" + state));
        use.parentNode.classList.toggle("spin", now);
      }
    });
    stream.addEventListener("done", again);
    stream.onerror = () => { if (stream.readyState > 1 || ++failures > 3) { stream.close(); setTimeout(again, 3000); } };
    addEventListener("pagehide", () => stream.close());
  }

  // The desk's keys: / search, ? help, j k Enter in the queue, on a case those
  // that its choices name; never while typing.
  const rows = $$("[data-row]");
  let at = -1;
  const move = (d) => {
    if (!rows.length) return;
    at = Math.max(0, Math.min(rows.length - 1, at + d));
    for (const [i, r] of rows.entries()) r.toggleAttribute("aria-current", i === at);
    $("a", rows[at])?.focus();
  };
  const pick = (key) => { const r = $$("input[data-key]:enabled").find((i) => i.dataset.key === key); r?.click(); r?.focus(); };
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing || e.target.closest("input:not([type=radio]), textarea, select, [contenteditable]")) return;
    const f = {
      "/": () => $("input[type=search]")?.focus(), "?": () => { const k = $("#keys"); if (k) k.open = !k.open; },
      j: () => move(1), k: () => move(-1),
    }[e.key] || (() => pick(e.key));
    f();
    if (e.key === "/") e.preventDefault();
  });

  // The submission form: what is typed during a check outlives the reload at its
  // end, and the preview follows the typing.
  const draft = $("form[data-keep]");
  if (draft) {
    const key = "keep:" + location.pathname;
    const show = () => {
      const name = $("#name").value.trim(), head = $(".card h3", draft), lossy = $("[data-lossy]"), { tool, word } = lossy.dataset;
      head.textContent = name || head.dataset.unnamed;
      $(".tile", draft).textContent = name && [...name.match(/[\p{L}\p{Nd}]/u) || "·"][0].toUpperCase();
      $(".card > p", draft).textContent = $("#desc").value.trim();
      const tag = $("[data-tag]"), prefix = tag.textContent = "ext." + name.replace(/[^\w-]/gu, "_") + ".";
      const tells = /[^\W_].*[^\W_]/.test(name); // two letters or digits
      tag.parentNode.hidden = !name || !tells;
      lossy.hidden = !name || tells;
      lossy.textContent = lossy.dataset.lossy.replace("{0}", () => prefix + tool).replace("{1}", () => word ? name + " " + word : "天气 tianqi");
    };
    let typed = false;
    draft.addEventListener("input", () => { typed = true; show(); });
    addEventListener("pagehide", () => {
      if (typed && !draft.dataset.sent) sessionStorage[key] = JSON.stringify($$(".in[id]:not([type=password])", draft).map((f) => [f.id, f.value]));
    });
    if (sessionStorage[key]) {
      for (const [id, value] of JSON.parse(sessionStorage[key])) $("#" + id).value = value;
      delete sessionStorage[key];
      show();
      typed = true;
    }
  }

  // An error summary takes the focus, so that it is read first.
  $("[data-focus]")?.focus();
})();
