using Spectre.Console;

namespace Pooling.Samples;

/// <summary>A console for tables: colored in a terminal, plain lines and Markdown tables in a file or a pipe.</summary>
internal static class SampleConsole
{
    private const int PlainWidth = 1000; // no window truncates these lines

    /// <param name="output">The writer to write to.</param>
    public static IAnsiConsole Create(TextWriter output)
    {
        var target = new AnsiConsoleOutput(output);
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = target,
            Ansi = target.IsTerminal ? AnsiSupport.Detect : AnsiSupport.No,
            ColorSystem = target.IsTerminal ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
        });
        if (!target.IsTerminal)
        {
            console.Profile.Width = PlainWidth;
            console.Profile.Capabilities.Unicode = false;
        }

        return console;
    }

    /// <summary>Returns the format for a table that grows.</summary>
    /// <param name="output">The writer to write to.</param>
    /// <param name="json">Whether the output is for programs.</param>
    public static LiveFormat FormatOf(TextWriter output, bool json = false) =>
        json ? LiveFormat.Json : new AnsiConsoleOutput(output).IsTerminal ? LiveFormat.Terminal : LiveFormat.Markdown;

    /// <summary>Creates a table whose first column is text and whose other columns are figures.</summary>
    /// <param name="console">The console to write it to.</param>
    /// <param name="titles">The titles of the columns.</param>
    public static Table CreateTable(IAnsiConsole console, params string[] titles)
    {
        bool isTerminal = console.Profile.Out.IsTerminal;
        var table = new Table { Border = isTerminal ? TableBorder.Simple : TableBorder.Markdown };
        for (int i = 0; i < titles.Length; i++)
        {
            table.AddColumn(new TableColumn(titles[i])
            {
                NoWrap = true,
                Alignment = i == 0 ? Justify.Left : Justify.Right,
                Padding = new Padding(isTerminal ? 0 : 1, 0, 1, 0),
            });
        }

        return table;
    }
}
