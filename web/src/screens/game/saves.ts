/** The game as a file. */

import { html, nothing } from "lit";
import { address } from "../../api.ts";
import { t } from "../../i18n/text.ts";
import { icon } from "../../parts/icon.ts";
import { download, record } from "../../parts/save.ts";
import { RoomSession } from "../../session/room.ts";
import type { Session } from "../../session/session.ts";

export function saves(session: Session): unknown {
  const { shown } = session;
  if (!shown || shown.ply === 0) return nothing;
  if (session instanceof RoomSession) {
    const door = (format: string) => {
      const url = address(`rooms/${encodeURIComponent(session.code)}/export`);
      url.searchParams.set("format", format);
      return url.href;
    };
    const formats = shown.board.kind === "chequered" ? ["json", "csv", "pdn"] : ["json", "csv"];
    return formats.map(
      format =>
        html`<a class="button" download href=${door(format)}>${icon("save")}${t("export-as", { format: format.toUpperCase() })}</a>`,
    );
  }
  const name = `zermelo-${shown.game.split(":")[0]}.jsonl`;
  return html`<button type="button" @click=${() => download(name, "application/jsonl", record(shown, session.ending, session.seats))}>${icon("save")}${t("export")}</button>`;
}
