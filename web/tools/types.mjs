// Generates src/protocol.made.ts from docs/openapi.json, which is generated from the server's types (`zermelo serve openapi`).
//   node tools/types.mjs           writes the file
//   node tools/types.mjs --check   fails if the file is out of date

import { readFileSync, writeFileSync } from "node:fs";

const from = new URL("../../docs/openapi.json", import.meta.url);
const to = new URL("../src/protocol.made.ts", import.meta.url);
const { schemas } = JSON.parse(readFileSync(from, "utf8")).components;

/** A doc comment for the item below it. */
const comment = (text, indent) =>
  text ? `${indent}/** ${text.replaceAll("\n", " ").replaceAll("*/", "* /")} */\n` : "";

const quoted = name => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

/** The TypeScript type of a schema. */
const type = (schema, indent) => {
  if (schema === undefined || schema === true) return "unknown";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(" | ");
  const several = schema.oneOf ?? schema.anyOf;
  if (several) return several.map(one => part(one, indent)).join(" | ");
  if (schema.allOf) {
    // A field and its description form an allOf; the part with only the description adds no type.
    const all = schema.allOf
      .map(one => part(one, indent))
      .filter(one => one !== "object" && one !== "Record<string, never>");
    return all.join(" & ");
  }
  const kinds = [schema.type ?? (schema.properties ? "object" : "unknown")].flat();
  return kinds.map(kind => simple(kind, schema, indent)).join(" | ");
};

/** The type of a schema, in parentheses if it is combined with others. */
const part = (schema, indent) => {
  const text = type(schema, indent);
  return schema.allOf && schema.allOf.length > 1 ? `(${text})` : text;
};

const simple = (kind, schema, indent) => {
  switch (kind) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return kind;
    case "array": {
      if (schema.prefixItems) return `[${schema.prefixItems.map(item => type(item, indent)).join(", ")}]`;
      const item = type(schema.items, indent);
      if (schema.minItems !== undefined && schema.minItems === schema.maxItems) {
        return `[${Array(schema.minItems).fill(item).join(", ")}]`;
      }
      return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return fields(schema, indent);
    default:
      return "unknown";
  }
};

const fields = (schema, indent) => {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return "Record<string, never>";
  const inner = `${indent}  `;
  const line = ([name, of]) => {
    const required = schema.required?.includes(name);
    const text = type(of, inner);
    // An optional field is omitted, never null.
    const said = required ? text : text.replace(/ \| null$|^null \| /, "");
    return `${comment(of.description, inner)}${inner}${quoted(name)}${required ? "" : "?"}: ${said};\n`;
  };
  return `{\n${properties.map(line).join("")}${indent}}`;
};

const head = `// Made by \`npm run types\` of docs/openapi.json, which the server's own types make. Not written by hand.
/* biome-ignore-all format: made by a program */
/* biome-ignore-all lint: made by a program */

`;
const types = Object.entries(schemas).map(
  ([name, schema]) => `${comment(schema.description, "")}export type ${name} = ${type(schema, "")};\n`,
);
const made = head + types.join("\n");

if (process.argv.includes("--check")) {
  if (readFileSync(to, "utf8") !== made) {
    console.error("src/protocol.made.ts is out of date: run `npm run types`");
    process.exit(1);
  }
} else {
  writeFileSync(to, made);
}
