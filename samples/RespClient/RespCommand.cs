using System.Text;

namespace Pooling.Samples.RespClient;

/// <summary>Refuses commands before anything of them is sent: those that do not get exactly one reply, and those with
/// values that are too long for a reply.</summary>
internal static class RespCommand
{
    // They get several replies, none, or another protocol: the next caller would get the reply of somebody else.
    private static readonly string[] s_refused =
    [
        "SUBSCRIBE", "UNSUBSCRIBE", "PSUBSCRIBE", "PUNSUBSCRIBE", "SSUBSCRIBE", "SUNSUBSCRIBE",
        "MONITOR", "SYNC", "PSYNC", "REPLCONF", "HELLO",
    ];

    private static readonly (string Command, string Argument)[] s_refusedPairs =
        [("CLIENT", "REPLY"), ("SCRIPT", "DEBUG")];

    /// <exception cref="NotSupportedException">The command does not get exactly one reply.</exception>
    /// <exception cref="ArgumentException">There are too many arguments.</exception>
    public static void ThrowIfRefused(ReadOnlySpan<byte> command, int arguments, ReadOnlySpan<byte> first)
    {
        foreach (string refused in s_refused)
        {
            if (Ascii.EqualsIgnoreCase(command, refused))
                throw new NotSupportedException($"{refused} is refused, because it does not get exactly one reply.");
        }

        foreach ((string name, string argument) in s_refusedPairs)
        {
            if (Ascii.EqualsIgnoreCase(command, name) && Ascii.EqualsIgnoreCase(first, argument))
            {
                throw new NotSupportedException(
                    $"{name} {argument} is refused, because it changes which replies come.");
            }
        }

        if (arguments > RespScanner.MaxItems)
            throw new ArgumentException($"There are {arguments} arguments, and {RespScanner.MaxItems} are allowed.");
    }

    /// <exception cref="ArgumentException">The argument is longer than a string of a reply may be: this client could
    /// not
    /// read it again.</exception>
    public static void ThrowIfTooLong(int length)
    {
        if (length > RespScanner.MaxBulk)
            throw new ArgumentException($"An argument has {length} bytes, and {RespScanner.MaxBulk} are allowed.");
    }
}
