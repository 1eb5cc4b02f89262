"use strict";
(() => {
  const box = document.getElementById("search");
  const found = document.getElementById("found");
  const rows = Array.from(document.querySelectorAll(".files tbody tr"), (row) => ({ row, text: row.textContent.toLowerCase() }));
  const search = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const { row, text } of rows) {
      const shown = words.every((word) => text.includes(word));
      row.hidden = !shown;
      if (shown) n++;
    }
    found.textContent = words.length ? n + " of " + rows.length + " files" : "";
  };
  box.closest("p").hidden = false;
  box.addEventListener("input", search);
  search();
})();
