/** Every key in one place. */
import { Dialog, DialogBody } from "@blueprintjs/core";
import { t } from "../i18n/i18n.ts";

const rows = [
  ["Ctrl K", "palette"],
  ["g c", "clusters"],
  ["g o", "overview"],
  ["g t", "topology"],
  ["g l", "load"],
  ["g d", "drills"],
  ["g r", "reports"],
  ["/", "filter"],
  ["j  k", "rows"],
  ["Enter", "open"],
  ["Esc", "close"],
  ["Shift Esc", "stop"],
  ["?", "help"],
] as const;

export function HelpDialog(props: { readonly onClose: () => void }): React.ReactElement {
  return (
    <Dialog isOpen onClose={props.onClose} title={t("help.title")} transitionDuration={0}>
      <DialogBody>
        <table className="grid-table">
          <tbody>
            {rows.map(([keys, name]) => (
              <tr key={name}>
                <th scope="row">
                  <kbd>{keys}</kbd>
                </th>
                <td>{t(`help.${name}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <h3>{t("help.marks")}</h3>
        <p>{t("help.figures")}</p>
      </DialogBody>
    </Dialog>
  );
}
