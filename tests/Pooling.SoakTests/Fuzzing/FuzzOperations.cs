using System.Buffers.Text;
using Pooling.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Selects operations, with random arguments.</summary>
internal static class FuzzOperations
{
    private static readonly string[] s_delimiters = ["\r\n", ",", "\n", "xxy", "0", "0123456789abcdef"];

    internal static FuzzOperation Next(Random random) => random.Next(8) switch
    {
        0 or 1 or 2 => NumberOperations.All[random.Next(NumberOperations.All.Length)],
        3 => new BytesOperation((BytesOperation.Form)random.Next(3), Count(random)),
        4 => new PrefixedOperation((LengthPrefix)random.Next(5), random.Next(2) == 0, Limit(random)),
        5 => new DelimitedOperation(Delimiter(random), Limit(random)),
        6 => Ascii(random),
        _ => Array(random),
    };

    /// <summary>Returns a length that somebody else may have sent: usually a short one, and sometimes any.</summary>
    internal static int Count(Random random) => random.Next(100) switch
    {
        0 => -1,
        1 => int.MaxValue - random.Next(20),
        2 => int.MinValue + random.Next(20),
        3 => random.Next(),
        4 => random.Next(random.Next(4) == 0 ? 20_000 : 2000),
        5 or 6 or 7 => random.Next(500),
        _ => random.Next(24),
    };

    private static int Limit(Random random) => random.Next(4) switch
    {
        0 => random.Next(20),
        1 => random.Next(600),
        _ => int.MaxValue,
    };

    private static string Delimiter(Random random) => s_delimiters[random.Next(s_delimiters.Length)];

    private static FuzzOperation Ascii(Random random) => random.Next(11) switch
    {
        0 => new AsciiOperation<byte>(Delimiter(random), Utf8Parser.TryParse),
        1 => new AsciiOperation<sbyte>(Delimiter(random), Utf8Parser.TryParse),
        2 => new AsciiOperation<short>(Delimiter(random), Utf8Parser.TryParse),
        3 => new AsciiOperation<ushort>(Delimiter(random), Utf8Parser.TryParse),
        4 => new AsciiOperation<int>(Delimiter(random), Utf8Parser.TryParse),
        5 => new AsciiOperation<uint>(Delimiter(random), Utf8Parser.TryParse),
        6 => new AsciiOperation<long>(Delimiter(random), Utf8Parser.TryParse),
        7 => new AsciiOperation<ulong>(Delimiter(random), Utf8Parser.TryParse),
        8 => new AsciiOperation<float>(Delimiter(random), Utf8Parser.TryParse),
        9 => new AsciiOperation<double>(Delimiter(random), Utf8Parser.TryParse),
        _ => new AsciiOperation<decimal>(Delimiter(random), Utf8Parser.TryParse),
    };

    private static FuzzOperation Array(Random random) => random.Next(6) switch
    {
        0 => Array<byte>(random),
        1 => Array<short>(random),
        2 => Array<int>(random),
        3 => Array<ulong>(random),
        4 => Array<float>(random),
        _ => Array<double>(random),
    };

    private static ArrayOperation<T> Array<T>(Random random) where T : unmanaged =>
        new(Count(random), Limit(random), random.Next(2) == 0, random.Next(2) == 0);
}
