using System.Diagnostics;

namespace Pooling.Diagnostics;

/// <summary>Writes a stack from the method that called the library on.</summary>
internal static class StackText
{
    private static readonly string[] s_own =
    [
        "Pooling.Diagnostics.", "Pooling.Objects.", "Pooling.Buffers.", "Pooling.Json.", "Pooling.Encodeables.",
            "Pooling.Queues.",
        "Pooling.Dispatch.", "Pooling.Internal.",
    ];

    private const string Unknown = "(unknown)";

    /// <summary>Returns the lines of a stack, or an empty text if there is none.</summary>
    internal static string Of(StackTrace? stack)
    {
        if (stack is null)
            return "";

        string[] lines = TextOf(stack).Split(['\r', '\n'], StringSplitOptions.RemoveEmptyEntries);
        int first = 0;
        while (first < lines.Length - 1 && IsOwn(lines[first]))
            first++;

        return string.Join(Environment.NewLine, lines, first, lines.Length - first);
    }

    private static string TextOf(StackTrace stack)
    {
        try
        {
            return stack.ToString();
        }
        catch (ThreadInterruptedException)
        {
            Thread.CurrentThread.Interrupt(); // saved for the thread's next wait
            return Unknown;
        }
#pragma warning disable CA1031 // an assembly that a frame needs may be missing
        catch
#pragma warning restore CA1031
        {
            return Unknown;
        }
    }

    private static bool IsOwn(string line)
    {
        string frame = line.TrimStart(); // "at Namespace.Type.Method(...)": the word is translated
        int method = frame.IndexOf(' ') + 1;
        foreach (string prefix in s_own)
        {
            if (string.CompareOrdinal(frame, method, prefix, 0, prefix.Length) == 0)
                return true;
        }

        return false;
    }
}
