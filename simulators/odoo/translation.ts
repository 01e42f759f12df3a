/** Odoo for a user whose language is Dutch: names and messages are translated if the context of a call asks for it. */
import { isRow, type Row, row } from "../engine/values.ts";
import type { SecondLanguage } from "../simulation.ts";

const language = "nl_BE";

/** Models with names that Odoo stores in several languages. */
const translatedModels =
  /"(?:product\.product|account\.account|account\.tax|account\.payment\.term)"|\/json\/2\/product/;

const dutch = (name: unknown): unknown => (typeof name === "string" && name !== "" ? `${name} (NL)` : name);

const named = (record: Row): Row => ("name" in record ? { ...record, name: dutch(record["name"]) } : record);

const translated = (result: unknown): unknown =>
  Array.isArray(result) ? result.map((record: unknown) => (isRow(record) ? named(record) : record)) : result;

export const secondLanguage: SecondLanguage = {
  translate: (reply, { url, body }) => {
    const sent = body.toString();
    if (!reply.startsWith("{") && !reply.startsWith("[")) return reply;
    if (sent.includes("context_get") || url.includes("context_get")) return reply.replace("en_US", language);
    if (!sent.includes(`"lang":"${language}"`)) return reply;
    const messages = reply
      .replaceAll("Record does not exist or has been deleted.", "Record bestaat niet of is verwijderd.")
      .replaceAll(" doesn't exist", " bestaat niet");
    if (!translatedModels.test(`${url} ${sent}`) || /"(?:create|write)"/.test(sent)) return messages;
    const parsed: unknown = JSON.parse(messages);
    if (Array.isArray(parsed)) return JSON.stringify(translated(parsed));
    return JSON.stringify({ ...row(parsed), result: translated(row(parsed)["result"]) });
  },
};
