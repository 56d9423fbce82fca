namespace Pooling.SoakTests.Fuzzing;

/// <summary>A worker with its pools, which counts what it scans.</summary>
internal sealed class FuzzRun
{
    private static readonly int[] s_lengths = [0, 1, -1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, int.MaxValue, int.MinValue];
    private static readonly byte[] s_bytes =
        [0, 1, 0x7F, 0x80, 0xFE, 0xFF, (byte)'-', (byte)'.', (byte)'0', (byte)'\r', (byte)'\n', (byte)','];

    /// <summary>Gets or sets the source of everything random in a case.</summary>
    internal Random Random { get; set; } = new(0);

    /// <summary>Gets the pool of the arrays that contain inputs.</summary>
    internal TestArrayPool<byte> Arrays { get; } = Create(guardLength: 16);

    /// <summary>Gets the pool of the writers, which use the whole length of arrays.</summary>
    internal TestArrayPool<byte> WriterArrays { get; } = Create(guardLength: 0);

    internal long Scanned { get; private set; }

    /// <summary>Changes bytes as somebody might who wants to find an error.</summary>
    internal byte[] Mutate(byte[] bytes)
    {
        for (int left = Random.Next(4); left > 0 && bytes.Length > 0; left--)
        {
            int at = Random.Next(bytes.Length);
            int length = Random.Next(Math.Min(bytes.Length - at, 64) + 1);
            switch (Random.Next(6))
            {
                case 0:
                    bytes[at] ^= (byte)(1 << Random.Next(8));
                    break;
                case 1:
                    bytes[at] = s_bytes[Random.Next(s_bytes.Length)];
                    break;
                case 2:
                    bytes = bytes[..(Random.Next(2) == 0 ? at : bytes.Length - Math.Min(bytes.Length, Random.Next(9)))];
                    break;
                case 3:
                    bytes = [.. bytes.AsSpan(0, at), .. bytes.AsSpan(at + length)];
                    break;
                case 4:
                    bytes = [.. bytes.AsSpan(0, at + length), .. bytes.AsSpan(at)];
                    break;
                default:
                    int value = s_lengths[Random.Next(s_lengths.Length)] + Random.Next(-1, 2);
                    for (int i = 0; i < 4 && at + i < bytes.Length; i++, value >>= 8)
                        bytes[at + i] = (byte)value;

                    break;
            }
        }

        return bytes;
    }

    internal byte[] RandomBytes(int length)
    {
        var bytes = new byte[length];
        Random.NextBytes(bytes);
        return bytes;
    }

    /// <summary>Scans bytes for those that are outside of every input.</summary>
    internal void Scan(ReadOnlySpan<byte> view)
    {
        int at = view.IndexOf(FuzzInput.Canary);
        SoakException.ThrowUnless(at < 0, $"A foreign byte at {at} of {view.Length}.");
        Scanned += view.Length;
    }

    /// <summary>Compares bytes with others that were computed in plain code.</summary>
    internal void ScanEqual(ReadOnlySpan<byte> view, ReadOnlySpan<byte> expected, string message)
    {
        SoakException.ThrowUnless(view.SequenceEqual(expected), message);
        Scanned += view.Length;
    }

    /// <summary>Replaces the byte that marks foreign memory.</summary>
    internal static bool Strip(Span<byte> bytes)
    {
        bool isFound = bytes.Contains(FuzzInput.Canary);
        if (isFound)
            bytes.Replace(FuzzInput.Canary, (byte)(FuzzInput.Canary - 1));

        return isFound;
    }

    private static TestArrayPool<byte> Create(int guardLength) =>
        new(new TestPoolOptions { GuardLength = guardLength, QuarantineLength = 64, CaptureStacks = false });
}
