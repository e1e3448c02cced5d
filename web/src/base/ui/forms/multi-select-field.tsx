import { X } from "lucide-react";
import { useState } from "react";
import { words } from "../../words/index.ts";
import { IconButton } from "./button.tsx";
import type { Option } from "./choice-fields.tsx";
import { ComboBoxField } from "./combo-box-field.tsx";
import styles from "./multi-select-field.module.css";

interface MultiSelectFieldProps {
  readonly label: string;
  readonly options: readonly Option<number>[];
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

/** Maximum number of options shown at a time. */
const MAX_OPTIONS = 30;

/** A field in which the user selects several of many options by typing part of each. */
export function MultiSelectField({ label, options, chosen, onChange }: MultiSelectFieldProps) {
  const [written, setWritten] = useState("");
  const left = options.filter(({ value }) => !chosen.includes(value));
  const wanted = written.toLocaleLowerCase();
  const offered = left.filter(({ text }) => text.toLocaleLowerCase().includes(wanted)).slice(0, MAX_OPTIONS);
  const write = (text: string) => {
    const option = left.find((one) => one.text === text);
    if (option) onChange([...chosen, option.value]);
    setWritten(option ? "" : text);
  };
  return (
    <div>
      <ComboBoxField label={label} options={offered.map(({ text }) => text)} value={written} onChange={write} />
      <ul className={styles["chosen"]} aria-label={label}>
        {options
          .filter(({ value }) => chosen.includes(value))
          .map(({ value, text }) => (
            <li key={value}>
              <span dir="auto">{text}</span>
              <IconButton
                label={words.ui.leaveOut(text)}
                onPress={() => onChange(chosen.filter((one) => one !== value))}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
      </ul>
    </div>
  );
}
