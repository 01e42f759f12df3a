/** The organisation's time zone, in which its days begin. */
import { type Session } from "../../contract/session.ts";
import { todayIn } from "../../kit/dates.ts";
import { readCached, undefinedIfRefused } from "../../kit/reading.ts";
import { organisationOf } from "./access.ts";

/** Xero has Microsoft's names, in capitals and without spaces (XeroAPI/Xero-OpenAPI, TimeZone). Other zones count as UTC. */
const zones: Readonly<Record<string, string>> = {
  ALASKANSTANDARDTIME: "America/Anchorage",
  ARABIANSTANDARDTIME: "Asia/Dubai",
  ARABSTANDARDTIME: "Asia/Riyadh",
  ARGENTINASTANDARDTIME: "America/Argentina/Buenos_Aires",
  ATLANTICSTANDARDTIME: "America/Halifax",
  AUSCENTRALSTANDARDTIME: "Australia/Darwin",
  AUSEASTERNSTANDARDTIME: "Australia/Sydney",
  BANGLADESHSTANDARDTIME: "Asia/Dhaka",
  CANADACENTRALSTANDARDTIME: "America/Regina",
  CENAUSTRALIASTANDARDTIME: "Australia/Adelaide",
  CENTRALAMERICASTANDARDTIME: "America/Guatemala",
  CENTRALEUROPEANSTANDARDTIME: "Europe/Warsaw",
  CENTRALEUROPESTANDARDTIME: "Europe/Budapest",
  CENTRALPACIFICSTANDARDTIME: "Pacific/Guadalcanal",
  CENTRALSTANDARDTIME: "America/Chicago",
  CHATHAMISLANDSSTANDARDTIME: "Pacific/Chatham",
  CHINASTANDARDTIME: "Asia/Shanghai",
  EAFRICASTANDARDTIME: "Africa/Nairobi",
  EASTERNSTANDARDTIME: "America/New_York",
  EAUSTRALIASTANDARDTIME: "Australia/Brisbane",
  EGYPTSTANDARDTIME: "Africa/Cairo",
  ESOUTHAMERICASTANDARDTIME: "America/Sao_Paulo",
  FIJISTANDARDTIME: "Pacific/Fiji",
  FLESTANDARDTIME: "Europe/Kiev",
  GMTSTANDARDTIME: "Europe/London",
  GREENWICHSTANDARDTIME: "Atlantic/Reykjavik",
  GTBSTANDARDTIME: "Europe/Bucharest",
  HAWAIIANSTANDARDTIME: "Pacific/Honolulu",
  INDIASTANDARDTIME: "Asia/Kolkata",
  ISRAELSTANDARDTIME: "Asia/Jerusalem",
  KOREASTANDARDTIME: "Asia/Seoul",
  MAURITIUSSTANDARDTIME: "Indian/Mauritius",
  MOUNTAINSTANDARDTIME: "America/Denver",
  NEWFOUNDLANDSTANDARDTIME: "America/St_Johns",
  NEWZEALANDSTANDARDTIME: "Pacific/Auckland",
  PACIFICSTANDARDTIME: "America/Los_Angeles",
  PAKISTANSTANDARDTIME: "Asia/Karachi",
  ROMANCESTANDARDTIME: "Europe/Paris",
  SAMOASTANDARDTIME: "Pacific/Apia",
  SAPACIFICSTANDARDTIME: "America/Bogota",
  SEASIASTANDARDTIME: "Asia/Bangkok",
  SINGAPORESTANDARDTIME: "Asia/Singapore",
  SOUTHAFRICASTANDARDTIME: "Africa/Johannesburg",
  SRILANKASTANDARDTIME: "Asia/Colombo",
  TAIPEISTANDARDTIME: "Asia/Taipei",
  TASMANIASTANDARDTIME: "Australia/Hobart",
  TOKYOSTANDARDTIME: "Asia/Tokyo",
  TONGASTANDARDTIME: "Pacific/Tongatapu",
  TURKEYSTANDARDTIME: "Europe/Istanbul",
  USEASTERNSTANDARDTIME: "America/Indiana/Indianapolis",
  USMOUNTAINSTANDARDTIME: "America/Phoenix",
  WAUSTRALIASTANDARDTIME: "Australia/Perth",
  WCENTRALAFRICASTANDARDTIME: "Africa/Lagos",
  WEUROPESTANDARDTIME: "Europe/Berlin",
  WESTPACIFICSTANDARDTIME: "Pacific/Port_Moresby",
};

/** Without the permission to read the organisation, days begin in UTC. */
const zoneOf = (session: Session): Promise<string> =>
  readCached(session, "time zone", async () => {
    const organisation = await undefinedIfRefused(organisationOf(session), "target_forbidden");
    return zones[organisation?.Timezone ?? ""] ?? "UTC";
  });

/** The current day of the organisation. */
export const todayOf = async (session: Session): Promise<string> => todayIn(await zoneOf(session));
