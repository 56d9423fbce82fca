using System.Runtime.InteropServices;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>The values that one reader has read, as bytes to be compared with those of the others.</summary>
internal sealed class FuzzResult(FuzzRun run)
{
    private byte[] _bytes = new byte[4096];
    private int _length;

    internal FuzzRun Run { get; } = run;

    /// <summary>Gets or sets the memory that contains all slices that are returned.</summary>
    internal ReadOnlyMemory<byte> Source { get; set; }

    /// <summary>Gets or sets the number of bytes that the value takes, for the model.</summary>
    internal int Consumed { get; set; }

    internal ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    internal void Clear()
    {
        _length = 0;
        Consumed = 0;
    }

    internal void Add(ReadOnlySpan<byte> bytes)
    {
        if (_bytes.Length - _length < bytes.Length)
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _length + bytes.Length));

        bytes.CopyTo(_bytes.AsSpan(_length));
        _length += bytes.Length;
    }

    /// <summary>Adds bytes that were not copied, and checks that they are within the memory being read.</summary>
    internal void AddSlice(ReadOnlySpan<byte> bytes)
    {
        SoakException.ThrowUnless(
            bytes.IsEmpty || (Source.Span.Overlaps(bytes, out int offset) && offset >= 0 && offset + bytes.Length <= Source.Length),
            "A slice is not within the memory that is read.");
        Add(bytes);
    }

    internal void Add(string text) => Add(MemoryMarshal.AsBytes(text.AsSpan()));

    internal void AddNumber<T>(T value) where T : unmanaged => Add(MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value)));
}
