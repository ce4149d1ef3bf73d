import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/built/**", "tutor/app/**", "tutor/class_server/**", ".venv*/**"] },
  js.configs.recommended,
  {
    files: ["tutor/widgets/scripts/**/*.js", "tutor/site/browser/*.js"],
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-empty": ["error", { allowEmptyCatch: true }],
      "no-unused-vars": ["error", { args: "all", argsIgnorePattern: "^_" }],
      "no-shadow": ["error", { builtinGlobals: false }],
    },
  },
  {
    files: ["tests/scripts/**/*.js", "eslint.config.js", "tutor/site/browser/*.mjs"],
    languageOptions: { globals: globals.node },
  },
];
