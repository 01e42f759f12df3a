/** hledger-web with a small journal as in its documentation: declared accounts, two commodities, prices. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { noteProgram } from "./lastRuns.ts";
import { type Program, type Started, start } from "./program.ts";
import { printed } from "./seeded.ts";

export const program: Program = { command: "hledger-web", debianPackage: "hledger-web" };

const journal = `; invented books, 2025
commodity $1,000.00
commodity €1,000.00
P 2025-01-01 € $1.08

account assets                 ; type:A
account assets:bank:checking   ; type:C, code:1010
account assets:cash            ; type:C, code:1000
account assets:receivable      ; type:A, code:1200
account liabilities:payable    ; type:L, code:2100
account equity:opening         ; type:E, code:3000
account revenues:sales         ; type:R, code:4000
account expenses:office        ; type:X, code:5100
account Kasse                  ; type:C, code:1001

2024-12-02 * (OPEN) Opening balances
    assets:bank:checking    $10,000.00
    equity:opening

2025-01-15 * (INV-00001) Muster & Söhne | ten widgets  ; due:2025-02-14
    assets:receivable          $250.00
    revenues:sales            $-250.00  ; product:WID-1, quantity:10

2025-02-03 ! (INV-00002) Neuland OHG | three gadgets
    assets:receivable          €329.67
    revenues:sales            €-329.67

2025-02-10 exchange
    assets:cash                €100.00 @ $1.10
    assets:bank:checking      $-110.00

2025-02-11 exchange of all
    assets:cash                €30.00 @@ $33.33
    assets:bank:checking      $-33.33

2025-02-15 * (PAY-1) Muster & Söhne | part payment
    assets:bank:checking       $200.00
    assets:receivable         $-200.00

2025-03-31 Bank fee
    expenses:office             $12.50
    assets:bank:checking

2025-03-31 Bank fee
    expenses:office             $12.50
    assets:bank:checking
`;

export function startHledgerWeb(more: readonly string[] = []): Promise<Started> {
  const [version = ""] = printed("hledger-web", ["--version"]).split(",");
  noteProgram("hledger-web", version);
  return start({
    program,
    prepare: (folder, port) => {
      const file = join(folder, "books.journal");
      writeFileSync(file, journal);
      const serving = ["--serve-api", "--host=127.0.0.1", `--port=${port}`, "--capabilities=view,add,manage"];
      return ["-f", file, ...serving, ...more];
    },
    ready: "/version",
  });
}
