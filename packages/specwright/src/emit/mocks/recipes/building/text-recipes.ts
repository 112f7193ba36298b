import { listPatternTexts } from "@specwright/patterns";
import type { Schema } from "../../../../document/model/model.ts";
import type { PlainMaker, Recipe } from "../recipe.ts";

/** The makers of formats. Those of unknown formats follow from the name of the property. */
const formatMakers: Readonly<Record<string, PlainMaker>> = {
  "date-time": "fakeDateTime",
  date: "fakeDate",
  time: "fakeTime",
  duration: "fakeDuration",
  email: "fakeEmail",
  "idn-email": "fakeEmail",
  hostname: "fakeHostname",
  "idn-hostname": "fakeHostname",
  ipv4: "fakeIpv4",
  ipv6: "fakeIpv6",
  uri: "fakeUrl",
  "uri-reference": "fakeUrl",
  "uri-template": "fakeUrl",
  iri: "fakeUrl",
  "iri-reference": "fakeUrl",
  url: "fakeUrl",
  uuid: "fakeUuid",
};

/** The makers for names of properties, without separators and in lower case. The first that fits is used. */
const nameMakers: readonly (readonly [name: RegExp, maker: PlainMaker])[] = [
  [/^(?:first|given|fore)name$/, "fakeFirstName"],
  [/^(?:last|family|sur)name$/, "fakeLastName"],
  [/^(?:full|display|customer|contact|owner|author|guest|passenger)name$/, "fakeFullName"],
  [/^(?:user|nick)name$|^login$|^handle$/, "fakeUsername"],
  [/email(?:address)?$/, "fakeEmail"],
  [/(?:^|phone|mobile|fax)(?:phone|phonenumber|mobile|fax)$/, "fakePhone"],
  [/^(?:company|companyname|organi[sz]ation|organi[sz]ationname|vendor|brand)$/, "fakeCompany"],
  [/city$|^town$/, "fakeCity"],
  [/^country(?:name)?$/, "fakeCountry"],
  [/^(?:region|province|county)$/, "fakeState"],
  [/^(?:street|streetaddress|address|addressline\d?|line[12])$/, "fakeStreet"],
  [/^(?:zip|zipcode|postcode|postalcode)$/, "fakePostalCode"],
  [/(?:url|uri|href|link|website|homepage)$/, "fakeUrl"],
  [/^(?:host|hostname|domain)$/, "fakeHostname"],
  [/^(?:ip|ipaddress|ipv4)$/, "fakeIpv4"],
  [/(?:^|[a-z])(?:uuid|guid)$/, "fakeUuid"],
  [/^(?:sha|sha1|sha256|md5|hash|checksum|digest|etag)$/, "fakeHex"],
  [/(?:createdat|updatedat|deletedat|timestamp)$/, "fakeDateTime"],
  [/(?:description|summary|comment|message|note|notes|bio|text|body|content)$/, "fakeSentence"],
];

const letters = "abcdefghijklmnopqrstuvwxyz";
const preferred = `${letters}0123456789${letters.toUpperCase()}`;

/** Recipes for texts, the most realistic first. Some may not fit: they do not know every keyword. */
export function* listTextRecipes(
  parts: readonly Schema[],
  name: string,
  examples: readonly unknown[],
): Generator<Recipe, void, undefined> {
  const minLength = Math.max(0, ...parts.map((part) => part.minLength ?? 0));
  const maxLength = Math.min(...parts.map((part) => part.maxLength ?? Number.POSITIVE_INFINITY));
  const formats = parts.flatMap(({ format }) => format ?? []);
  const patterns = parts.flatMap(({ pattern }) => pattern ?? []);
  const makers = formats.flatMap((format) => formatMakers[format] ?? []);
  const word = name.replace(/[^a-z\d]/gi, "").toLowerCase();
  for (const maker of makers) {
    yield { kind: "plain", name: maker };
  }
  const ofPatterns = patterns
    .flatMap((pattern) =>
      // Repetitions without an end get few iterations, or more where a text has to be longer.
      [4, 0, 1, 12, 40].flatMap((more) =>
        listPatternTexts(pattern, { more, preferred, minLength, maxLength }),
      ),
    )
    .map((values): Recipe => ({ kind: "literal", name: "fakeLike", values }));
  if (isIdentifier(name)) {
    yield* ofPatterns;
  }
  if (examples.length > 0) {
    yield { kind: "literal", name: "fakeOneOf", values: examples };
  }
  yield* ofPatterns;
  const named = nameMakers.find(([expression]) => expression.test(word))?.[1];
  const plain: Recipe = {
    kind: "plain",
    name: named ?? (maxLength < 12 ? "fakeWord" : "fakeWords"),
  };
  if (isIdentifier(name)) {
    yield {
      kind: "literal",
      name: "fakeLike",
      values: [["abcdefghijklmnopqrstuvwxyz0123456789", 12, 12]],
    };
  }
  yield plain;
  const most = Math.min(maxLength, Math.max(minLength, 40));
  yield { kind: "within", of: plain, least: minLength, most };
  yield {
    kind: "literal",
    name: "fakeLike",
    values: [
      ["123456789", 1, 1],
      ["0123456789", 4, 6],
    ],
  };
  yield {
    kind: "literal",
    name: "fakeLike",
    values: [[letters, minLength, Math.max(minLength, Math.min(most, 12))]],
  };
}

/** Returns whether a property is an identifier, whose values should differ. */
export function isIdentifier(name: string): boolean {
  return (
    /(?:^|_|-)(?:id|uuid|guid|slug)$|[a-z](?:Id|Uuid|Guid)$/i.test(name) && !/paid$/i.test(name)
  );
}
