"use strict";
// Draws a search tree: a row a node, drawn when it is unfolded. All texts come from the words of the page's data.
(() => {
  const data = JSON.parse(document.getElementById("tree").textContent);
  const { head, nodes, sides } = data;
  const searches = head.searches;
  const two = searches.length > 1;
  boards.start(data);

  // In the reader's language; ?lang=fr asks for another.
  const asked = new URLSearchParams(location.search).get("lang") ?? navigator.language;
  const language = [asked.slice(0, 2).toLowerCase(), "en"].find(it => it in data.words);
  const words = data.words[language];
  document.documentElement.lang = language;
  const say = (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  const own = head.side === "first" ? 0 : 1;
  const us = sides[own].text, them = sides[1 - own].text;
  const count = n => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
  const names = searches.map(it => it.agent.split(":")[0]);
  if (two && names[0] === names[1]) names.forEach((name, at) => { names[at] = `${at + 1} ${name}`; });

  const make = (tag, set = {}, ...parts) => {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(set)) if (value != null && value !== false) element.setAttribute(key, value === true ? "" : value);
    element.append(...parts.filter(part => part != null));
    return element;
  };

  // The tree
  const kids = nodes.map(() => []);
  for (const node of nodes) if (node.parent !== undefined) kids[node.parent].push(node.id);
  const level = nodes.map(() => 0);
  for (const node of nodes) if (node.parent !== undefined) level[node.id] = level[node.parent] + 1;
  const seen = (id, s) => nodes[id].searches[s].below !== undefined;
  const isPruned = id => nodes[id].searches.some(it => it.end === "pruned");
  const onLine = id => nodes[id].searches.some(it => it.pv);
  const isMonte = searches.map((_, s) => nodes[0].searches[s].visits !== undefined || kids[0].some(id => nodes[id].searches[s].visits !== undefined));

  // Values in words
  function scoreText(score) {
    if (score === undefined || score === null) return null;
    if (typeof score === "number") return score > 0 ? `+${score}` : String(score).replace("-", "−");
    const wins = score.win_in !== undefined;
    return say("wins", { side: wins ? us : them, n: wins ? score.win_in : score.loss_in });
  }
  const boundSign = it => it.bound === "lower" ? say("at_least") + " " : it.bound === "upper" ? say("at_most") + " " : "";
  const valueText = it => it.value === undefined ? null : boundSign(it) + scoreText(it.value);
  const fixed = (x, n) => x == null ? "–" : x.toFixed(n).replace("-", "−");
  const pointsText = (it, s) => !isMonte[s] ? null : valueText(it) ?? (it.points == null ? "–" : fixed(100 * it.points, 1));
  const windowText = it => it.window ? `${scoreText(it.window[0]) ?? "−∞"} … ${scoreText(it.window[1]) ?? "+∞"}` : null;
  function timeText(seconds) {
    if (seconds === undefined) return null;
    if (seconds >= 1) return `${seconds.toFixed(2)} s`;
    return seconds >= 1e-3 ? `${(seconds * 1e3).toFixed(1)} ms` : `${Math.max(seconds * 1e6, 0.1).toFixed(seconds < 1e-5 ? 1 : 0)} µs`;
  }
  const endText = it => say(`end_${it.end}`);

  // The columns: key, what a search says of a node there.
  const any = test => nodes.slice(0, 400).some(node => node.searches.some(test));
  const columns = [
    ["value", valueText, any(it => it.value !== undefined) && !isMonte.every(Boolean)],
    ["points", pointsText, isMonte.some(Boolean)],
    ["window", windowText, any(it => it.window)],
    ["visits", it => it.visits === undefined ? null : count(it.visits), isMonte.some(Boolean)],
    ["share", it => it.share === undefined ? null : fixed(it.share, 3), isMonte.some(Boolean)],
    ["explore", it => it.explore === undefined ? null : fixed(it.explore, 3), isMonte.some(Boolean)],
    ["uct", it => it.share == null || it.explore == null ? null : fixed(it.share + it.explore, 3), isMonte.some(Boolean)],
    ["children", it => it.children === undefined ? null : it.moves > it.children ? `${it.children} / ${it.moves}` : String(it.children), true],
    ["below", it => it.below === undefined ? null : count(it.below), true],
    ["time", it => timeText(it.seconds), any(it => it.seconds !== undefined)],
    ["end", endText, true],
  ].filter(([, , on]) => on).map(([key, text]) => ({ key, text, title: say(`title_${key}`, { side: us }) }));

  // Who won, for a finished node.
  function ending(node) {
    if (!node.ending) return null;
    const outcome = node.ending.outcome;
    const winner = outcome === "draw" ? null : outcome.win ?? outcome.Win;
    return winner ? say("won", { side: sides[winner === "first" ? 0 : 1].text }) : say("draw");
  }
  const moveText = node => node.move ?? say("root");
  function path(id) {
    const ids = [];
    for (let at = id; at !== undefined; at = nodes[at].parent) ids.unshift(at);
    return ids;
  }

  // The page's frame
  const page = document.getElementById("page");
  page.querySelector("noscript")?.remove();

  function facts() {
    const rows = [];
    const add = (key, texts) => { if (texts.some(text => text != null && text !== "")) rows.push([key, texts]); };
    add("best", searches.map(it => it.best));
    add("value", searches.map(it => scoreText(it.score) ?? (it.points == null ? null : `${fixed(100 * it.points, 1)} %`)));
    add("line", searches.map(it => it.pv.join(" ")));
    add("depth", searches.map(it => it.depth || null));
    add("nodes", searches.map(it => count(it.nodes)));
    add("playouts", searches.map(it => it.playouts ? count(it.playouts) : null));
    add("time", searches.map(it => timeText(it.seconds)));
    add("shown", searches.map((it, s) => say("shown_of", { shown: count(it.shown), total: count(it.tree) })
      + (it.elsewhere && !isMonte[s] ? `; ${say("elsewhere", { n: count(it.elsewhere) })}` : "")));
    add("note", searches.map(it => it.note));
    const body = make("tbody", {}, ...rows.map(([key, texts]) =>
      make("tr", {}, make("th", { scope: "row" }, say(key)), ...texts.map(text => make("td", {}, String(text ?? "–"))))));
    const top = make("thead", {}, make("tr", {}, make("th", { scope: "row" }, say("agent")),
      ...searches.map(it => make("th", { scope: "col", class: "agent" }, make("code", {}, it.agent)))));
    return make("div", { class: "scroll" }, make("table", { class: "facts" }, top, body));
  }

  function header() {
    const size = data.board.size.filter((n, at) => at < 2 || n > 1).join("×");
    const where = head.played.length ? say("after", { moves: head.played.join(" ") }) : `${say("position")} ${head.position}`;
    const lead = make("p", { class: "lead" }, `${head.game}, ${say("board")} ${size}, ${where}. ${say("views", { side: us })}`);
    const ratio = two && !isMonte.some(Boolean) && searches[0].tree && searches[1].tree ? (() => {
      const [small, large] = searches[0].tree < searches[1].tree ? [0, 1] : [1, 0];
      const share = 100 * searches[small].tree / searches[large].tree;
      return make("p", { class: "headline" }, say("ratio", { a: names[large], b: names[small], share: share < 10 ? share.toFixed(1) : share.toFixed(0) }));
    })() : null;
    page.append(lead, ...(ratio ? [ratio] : []), facts());
  }

  // Rows
  const rowOf = new Map();
  const CHUNK = 100, MOST_ROWS = 2500;

  function row(id) {
    const node = nodes[id];
    const pruned = isPruned(id);
    const item = make("li", {
      role: "treeitem", id: `n${id}`, tabindex: -1, "aria-level": level[id] + 1, "aria-selected": "false",
      "aria-expanded": kids[id].length ? "false" : null, class: `${pruned ? "pruned" : ""} ${onLine(id) ? "pv" : ""}`,
    });
    item.dataset.id = id;
    const won = ending(node);
    const turn = node.to_move === head.side ? "max" : "min";
    const chip = won ? make("span", { class: "chip" }, won)
      : make("span", { class: `chip ${turn}`, title: say(`${turn}_title`, { side: turn === "max" ? us : them }) }, say(turn));
    const first = make("div", { class: "what", style: `--level:${Math.min(level[id], 14)}` },
      make("span", { class: "twist", "aria-hidden": "true" }), boards.draw(node, false),
      make("span", { class: "move" }, make("b", {}, moveText(node)), onLine(id) ? make("i", { class: "star", title: say("on_line") }, "★") : null, chip));
    const line = make("div", { class: "row" }, first);
    if (two) line.append(make("div", { class: "cell search", "aria-hidden": "true" }, ...names.map((name, s) => make("span", { class: seen(id, s) ? "" : "not" }, name))));
    for (const { key, text, title } of columns) {
      const texts = node.searches.map((it, s) => it.below === undefined && key !== "end" ? null : text(it, s));
      line.append(make("div", { class: `cell ${key}`, title, "data-name": say(`col_${key}`) },
        ...texts.map((text, s) => make("span", { class: `${node.searches[s].end} ${seen(id, s) ? "" : "not"}` }, text ?? "–"))));
    }
    item.setAttribute("aria-label", spoken(node, won));
    item.append(line);
    rowOf.set(id, item);
    return item;
  }

  function spoken(node, won) {
    const said = node.searches.map((it, s) => {
      const parts = columns.map(({ key, text }) => [key, it.below === undefined && key !== "end" ? null : text(it, s)]).filter(([, text]) => text != null);
      return (two ? `${names[s]}: ` : "") + parts.map(([key, text]) => say("fact", { name: say(`col_${key}`), text })).join(", ");
    });
    return say("row", { move: moveText(node), facts: [won, onLine(node.id) ? say("on_line") : null, ...said].filter(Boolean).join(", ") });
  }

  // Rows of what is not there: cut off, or beyond the limit.
  function remarks(id) {
    const list = [];
    const shown = new Set(kids[id].map(child => nodes[child].move));
    nodes[id].searches.forEach((it, s) => {
      const cut = (it.pruned || []).filter(move => !shown.has(move));
      if (cut.length) {
        const some = cut.slice(0, 12).join(", ");
        const moves = cut.length > 12 ? say("cut_more", { moves: some, n: cut.length - 12 }) : some;
        list.push(["cut", (two ? `${names[s]}: ` : "") + say("cut_moves", { n: cut.length, moves })]);
      }
      if (it.below !== undefined) {
        const here = kids[id].filter(child => seen(child, s));
        const moves = it.children - here.length;
        const rest = it.below - here.reduce((sum, child) => sum + 1 + nodes[child].searches[s].below, 0);
        if (moves > 0) list.push(["rest", (two ? `${names[s]}: ` : "") + say(moves === 1 ? "rest_one" : "rest", { moves: count(moves), nodes: count(rest) })]);
      }
    });
    return list.map(([kind, text]) => make("li", { role: "none", class: `remark ${kind}`, style: `--level:${Math.min(level[id] + 1, 14)}` }, text));
  }

  const isOpen = id => rowOf.get(id)?.getAttribute("aria-expanded") === "true";

  function open(id) {
    const item = rowOf.get(id);
    if (!item || !kids[id].length || isOpen(id)) return;
    item.setAttribute("aria-expanded", "true");
    const group = make("ul", { role: "group" });
    item.append(group);
    addChunk(id, group, 0);
  }

  function addChunk(id, group, from, upTo = from + CHUNK) {
    group.querySelectorAll(":scope > .more").forEach(it => it.remove());
    group.append(...kids[id].slice(from, upTo).map(row));
    const left = kids[id].length - upTo;
    if (left > 0) {
      const button = make("button", { type: "button" }, say("more", { n: Math.min(left, CHUNK) }));
      button.onclick = () => { const next = kids[id][upTo]; addChunk(id, group, upTo); choose(next, true); };
      group.append(make("li", { role: "none", class: "remark more", style: `--level:${Math.min(level[id] + 1, 14)}` }, button));
    } else group.append(...remarks(id));
  }

  function close(id) {
    const item = rowOf.get(id);
    if (!item || !isOpen(id)) return;
    for (const element of item.querySelectorAll("[role=treeitem]")) rowOf.delete(Number(element.dataset.id));
    item.querySelector(":scope > ul").remove();
    item.setAttribute("aria-expanded", "false");
    if (!rowOf.has(chosen)) choose(id, false);
  }

  function reveal(id) {
    const ids = path(id);
    ids.slice(0, -1).forEach((above, at) => {
      open(above);
      const next = ids[at + 1];
      if (!rowOf.has(next)) {
        const group = rowOf.get(above).querySelector(":scope > ul");
        const place = kids[above].indexOf(next);
        addChunk(above, group, group.querySelectorAll(":scope > [role=treeitem]").length, Math.ceil((place + 1) / CHUNK) * CHUNK);
      }
    });
    return rowOf.get(id);
  }

  let chosen = 0;
  function choose(id, focus) {
    const item = reveal(id);
    const before = rowOf.get(chosen);
    if (before) { before.tabIndex = -1; before.setAttribute("aria-selected", "false"); }
    chosen = id;
    item.tabIndex = 0;
    item.setAttribute("aria-selected", "true");
    if (focus) { item.focus({ preventScroll: true }); }
    if (focus !== null) item.querySelector(".row").scrollIntoView({ block: "nearest" });
    details(id);
    map.mark(id);
  }

  // The chosen node at length
  const aside = make("aside", { "aria-label": say("details") });
  function why(it, node) {
    const cut = it.pruned || [];
    const values = {
      side: us, other: them, value: scoreText(it.value) ?? "", moves: cut.length > 16 ? say("cut_more", { moves: cut.slice(0, 16).join(", "), n: cut.length - 16 }) : cut.join(", "),
      low: it.window ? scoreText(it.window[0]) ?? "−∞" : "", high: it.window ? scoreText(it.window[1]) ?? "+∞" : "", how: ending(node) ?? "",
    };
    return say(`why_${it.end}`, values);
  }

  function details(id) {
    const node = nodes[id];
    const trail = make("p", { class: "trail" });
    for (const at of path(id)) {
      const step = make("button", { type: "button", "aria-current": at === id ? "true" : null }, moveText(nodes[at]));
      step.onclick = () => choose(at, false);
      trail.append(step, " ");
    }
    const table = make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...names.map(name => make("th", { scope: "col" }, two ? name : "")))),
      make("tbody", {}, ...columns.filter(({ key }) => key !== "end").map(({ key, text, title }) => make("tr", { title },
        make("th", { scope: "row" }, say(`col_${key}`)),
        ...node.searches.map((it, s) => make("td", {}, (it.below === undefined ? null : text(it, s)) ?? "–"))))));
    if (!two) table.tHead.remove();
    const reasons = node.searches.map((it, s) => make("p", { class: "why" }, two ? make("b", {}, `${names[s]}: `) : null, why(it, node)));
    const turn = node.ending ? ending(node) : `${sides[node.to_move === "first" ? 0 : 1].text} ${say("to_move")} (${say(node.to_move === head.side ? "max" : "min")})`;
    aside.replaceChildren(make("div", { class: "large" }, boards.draw(node, true)),
      make("div", { class: "said" }, trail, make("p", { class: "turn" }, turn), table, ...reasons, make("p", { class: "position" }, make("code", {}, node.position))));
  }

  // The whole tree as one picture: a level a ply, a block as wide as the nodes below it.
  const map = (() => {
    const HEIGHT = 16, LEAST = 0.0012, DEEPEST = 9;
    const box = make("div", { class: "map", role: "img", "aria-label": say("map") });
    const blocks = new Map();
    const weight = id => Math.max(...nodes[id].searches.map(it => it.visits !== undefined ? it.visits : (it.below ?? -1) + 1));
    function lay(id, from, width, depth) {
      if (width < LEAST || depth > DEEPEST) return;
      const block = make("a", { class: `${isPruned(id) ? "pruned" : ""} ${onLine(id) ? "pv" : ""}`, style: `left:${100 * from}%;width:${100 * width}%;top:${depth * (HEIGHT + 2)}px`, title: path(id).slice(1).map(at => nodes[at].move).join(" ") || say("root") });
      if (width > 0.03) block.textContent = nodes[id].move ?? "";
      block.onclick = () => choose(id, true);
      blocks.set(id, block);
      box.append(block);
      deepest = Math.max(deepest, depth);
      const all = weight(id);
      let at = from;
      for (const child of kids[id]) {
        const part = all > 0 ? width * weight(child) / all : 0;
        lay(child, at, part, depth + 1);
        at += part;
      }
    }
    let deepest = 0;
    let marked;
    return {
      build() {
        lay(0, 0, 1, 0);
        box.style.height = `${(deepest + 1) * (HEIGHT + 2)}px`;
        const hasPruned = nodes.some(node => isPruned(node.id));
        return make("figure", {}, make("figcaption", {}, make("b", {}, say("map")), ` ${say(hasPruned ? "map_note_pruned" : "map_note")}`), box);
      },
      mark(id) {
        marked?.classList.remove("chosen");
        for (let at = id; at !== undefined && !(marked = blocks.get(at)); at = nodes[at].parent);
        marked?.classList.add("chosen");
      },
    };
  })();

  // Finding moves
  let found = [], foundAt = -1;
  const input = make("input", { type: "search", id: "find", placeholder: say("find"), "aria-label": say("find_label"), autocomplete: "off", spellcheck: "false" });
  const status = make("output", { for: "find" });
  function find() {
    const wanted = input.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    document.querySelectorAll("li.found").forEach(it => it.classList.remove("found"));
    found = !wanted.length ? [] : nodes.filter(node => {
      let at = node;
      for (let w = wanted.length - 1; w >= 0; w--) {
        if (at.move === undefined || at.move.toLowerCase() !== wanted[w]) return false;
        at = nodes[at.parent];
      }
      return true;
    }).map(node => node.id).sort((a, b) => level[a] - level[b] || a - b);
    foundAt = -1;
    status.textContent = !wanted.length ? "" : found.length ? say("found", { at: 0, n: count(found.length) }) : say("found_none");
  }
  function step(by) {
    if (!found.length) return;
    foundAt = (foundAt + by + found.length) % found.length;
    choose(found[foundAt], false);
    rowOf.get(found[foundAt]).classList.add("found");
    status.textContent = say("found", { at: foundAt + 1, n: count(found.length) });
  }

  // Buttons
  function foldAll() { kids[0].forEach(close); choose(0, false); }
  function showLine() { nodes.filter(node => onLine(node.id)).forEach(node => { reveal(node.id); open(node.id); }); }
  function unfoldLevel() {
    const closed = [...rowOf.keys()].filter(id => kids[id].length && !isOpen(id));
    const least = Math.min(...closed.map(id => level[id]));
    const next = closed.filter(id => level[id] === least);
    for (const id of next) {
      if (rowOf.size > MOST_ROWS) { status.textContent = say("too_many", { n: count(rowOf.size) }); return; }
      open(id);
    }
  }
  const button = (key, act) => { const it = make("button", { type: "button" }, say(key)); it.onclick = act; return it; };

  // Keys
  const tree = make("ul", { role: "tree", "aria-label": say("tree_label") });
  const visible = () => [...tree.querySelectorAll("[role=treeitem]")].filter(it => it.offsetParent !== null);
  tree.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "BUTTON") return;
    const parent = nodes[chosen].parent;
    const go = by => { const all = visible(); const next = all[all.indexOf(rowOf.get(chosen)) + by]; if (next) choose(Number(next.dataset.id), true); };
    const acts = {
      ArrowDown: () => go(1), ArrowUp: () => go(-1),
      ArrowRight: () => { if (!kids[chosen].length) return; if (isOpen(chosen)) choose(kids[chosen][0], true); else open(chosen); },
      ArrowLeft: () => { if (isOpen(chosen)) close(chosen); else if (parent !== undefined) choose(parent, true); },
      Home: () => choose(0, true), End: () => { const all = visible(); choose(Number(all[all.length - 1].dataset.id), true); },
      Enter: () => isOpen(chosen) ? close(chosen) : open(chosen), " ": () => isOpen(chosen) ? close(chosen) : open(chosen),
      "*": () => parent === undefined ? open(chosen) : kids[parent].filter(id => rowOf.has(id)).forEach(open),
      n: () => step(1), N: () => step(-1), "/": () => input.focus(),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  });
  tree.addEventListener("click", event => {
    const item = event.target.closest("[role=treeitem]");
    if (!item || event.target.closest("button")) return;
    const id = Number(item.dataset.id);
    const again = id === chosen || event.target.closest(".twist");
    choose(id, true);
    if (again) isOpen(id) ? close(id) : open(id);
  });
  input.addEventListener("input", () => { find(); });
  input.addEventListener("keydown", event => {
    if (event.key === "Enter") { event.preventDefault(); step(event.shiftKey ? -1 : 1); }
    if (event.key === "Escape" && rowOf.get(chosen)) rowOf.get(chosen).focus();
  });

  // All together
  header();
  page.append(map.build());
  const bar = make("div", { class: "bar" }, input, button("previous", () => step(-1)), button("next", () => step(1)), status,
    make("span", { class: "space" }), button("main_line", showLine), button("unfold", unfoldLevel), button("fold", foldAll));
  if (two) {
    const box = make("input", { type: "checkbox", checked: true });
    box.onchange = () => { tree.classList.toggle("no-pruned", !box.checked); };
    bar.append(make("label", {}, box, ` ${say("pruned_shown")}`));
  }
  const widths = { value: "7.6rem", points: "6.6rem", window: two ? "12rem" : "10.5rem", explore: "5.6rem", end: "8.4rem", below: "6.2rem", time: "5.8rem" };
  const tracks = some => ["minmax(13rem, 1fr)", ...(two ? ["6rem"] : []), ...some.map(({ key }) => widths[key] ?? "4.8rem")].join(" ");
  // The style sheet leaves some columns out where they have no room; the chosen node has them all. Its widths of screens follow these.
  const mixed = two && new Set(isMonte).size > 1;
  const broad = columns.filter(({ key }) => !mixed || !["window", "share", "explore"].includes(key));
  const fewer = broad.filter(({ key }) => key !== "children" && key !== "time");
  const heads = make("div", { class: "row heads", "aria-hidden": "true" }, make("div", { class: "what" }, say("col_move")),
    ...(two ? [make("div", { class: "cell search" }, say("col_search"))] : []),
    ...columns.map(({ key, title }) => make("div", { class: `cell ${key}`, title }, say(`col_${key}`))));
  const main = make("div", { class: `tree ${two ? "two" : ""} ${mixed ? "mixed" : ""} ${data.board.size[2] > 1 ? "deep" : ""}`, style: `--columns:${tracks(broad)};--fewer:${tracks(fewer)};--picture:${Math.max(1, Math.min(boards.ratio(), 2)) * 40}px` }, heads, tree, make("p", { class: "note keys" }, say("keys")));
  page.append(bar, make("div", { class: "split" }, main, aside));
  tree.append(row(0));
  rowOf.get(0).tabIndex = 0;
  open(0);
  showLine();
  choose(0, null);
  const glossary = make("details", {}, make("summary", {}, say("glossary")), make("dl", { class: "words" },
    ...columns.flatMap(({ key, title }) => [make("dt", {}, say(`col_${key}`)), make("dd", {}, title)])));
  page.append(glossary);
})();
