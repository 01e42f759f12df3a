/** Values of Twinfield's documents: days, moments, and elements that may be empty. */
import { Big } from "big.js";
import { textIn, type XmlText } from "../../kit/xml/xmlValues.ts";

/** The content of an element. An empty element is text. */
export const inside = <Content>(element: Content | string | null | undefined): Content | undefined =>
  typeof element === "string" || element === null ? undefined : element;

/** `20241231` → `2024-12-31` */
export function dayIn(value: XmlText): string | undefined {
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(textIn(value) ?? "") ?? [];
  return year && `${year}-${month}-${date}`;
}

export const dateIn = (value: XmlText): string | undefined => {
  const day = dayIn(value);
  return day && `${day}T00:00:00Z`;
};

/** `20241231235959`, in UTC (Wolters Kluwer's page on browse data). */
export function momentIn(value: XmlText): string | undefined {
  const [, year, month, date, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(textIn(value) ?? "") ?? [];
  return year && `${year}-${month}-${date}T${hour}:${minute}:${second}Z`;
}

export const writtenDay = (timestamp: string): string => timestamp.slice(0, 10).replaceAll("-", "");
export const writtenMoment = (at: Date): string => at.toISOString().slice(0, 19).replaceAll(/\D/g, "");

export const decimalIn = (value: XmlText): Big | undefined => {
  const text = textIn(value);
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? new Big(text) : undefined;
};
