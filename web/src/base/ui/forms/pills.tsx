import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import type { Option } from "./choice-fields.tsx";
import styles from "./pills.module.css";

interface PillsProps<V extends string> {
  readonly label: string;
  readonly options: readonly Option<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}

/** A row of a few options, of which the user selects one. Used to choose the content of a list. */
export const Pills = <V extends string>({ label, options, value, onChange }: PillsProps<V>) => (
  <ToggleButtonGroup
    aria-label={label}
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[value]}
    onSelectionChange={([key]) => {
      const chosen = options.find((option) => option.value === key);
      if (chosen) onChange(chosen.value);
    }}
    className={styles["pills"] ?? ""}
  >
    {options.map(({ value: id, text }) => (
      <ToggleButton key={id} id={id} className={styles["pill"] ?? ""}>
        {text}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
