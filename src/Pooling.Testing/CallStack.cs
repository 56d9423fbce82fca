using System.Diagnostics;

namespace Pooling.Testing;

/// <summary>The stack of a rental or a return, whose text is made only if somebody reads it.</summary>
internal sealed class CallStack
{
    private const int MaxFrames = 16;

    // The frames of the pool itself.
    private static readonly string[] s_own =
    [
        "Pooling.Testing.CallStack.", "Pooling.Testing.RentalBooks.", "Pooling.Testing.ArrayBooks`1",
            "Pooling.Testing.TestArrayPool`1",
        "Pooling.Testing.TestMemoryPool`1", "Pooling.Testing.TestObjectPool`1",
    ];

    private static readonly char[] s_newLine = ['\n'];

    private readonly StackTrace _trace = new(fNeedFileInfo: true);
    private string? _text;

    /// <summary>Gets the text of a stack, indented; without one, a line that says why there is none.</summary>
    internal static string TextOf(CallStack? stack) => stack?.ToString() ?? "   (no stack: CaptureStacks is false)\n";

    /// <inheritdoc/>
    public override string ToString() => _text ??= Format();

    private string Format()
    {
        string[] lines = _trace.ToString().Split(s_newLine, StringSplitOptions.RemoveEmptyEntries);
        string[] foreign = [.. lines.SkipWhile(static line => s_own.Any(line.Contains))];
        string text = string.Concat(foreign.Take(MaxFrames).Select(static line => line.TrimEnd() + "\n"));
        return foreign.Length > MaxFrames ? $"{text}   ... and {foreign.Length - MaxFrames} more\n" : text;
    }
}
