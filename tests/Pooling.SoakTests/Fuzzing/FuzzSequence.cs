using System.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Bytes that are divided at random, each part in an array of its own.</summary>
internal sealed class FuzzSequence
{
    private readonly List<FuzzInput> _parts = [];

    internal FuzzSequence(FuzzRun run, ReadOnlySpan<byte> bytes)
    {
        FuzzSegment? first = null;
        FuzzSegment? last = null;
        int longest = run.Random.Next(6) switch { 0 => int.MaxValue, 1 => 1, 2 => 4, 3 => 20, 4 => 300, _ => 5000 };
        longest = Math.Max(longest, bytes.Length / 64);
        do
        {
            int length = longest == int.MaxValue ? bytes.Length : Math.Min(bytes.Length, run.Random.Next(longest + 1));
            var part = new FuzzInput(run.Arrays, bytes[..length], FuzzInput.Canary);
            _parts.Add(part);
            bytes = bytes[length..];
            last = new FuzzSegment(part.Memory, last);
            first ??= last;
        }
        while (!bytes.IsEmpty);

        Bytes = new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    internal ReadOnlySequence<byte> Bytes { get; }

    internal void Return(ArrayPool<byte> arrays, ReadOnlySpan<byte> expected)
    {
        foreach (FuzzInput part in _parts)
        {
            int length = part.Memory.Length;
            part.Return(arrays, expected[..length]);
            expected = expected[length..];
        }
    }
}
