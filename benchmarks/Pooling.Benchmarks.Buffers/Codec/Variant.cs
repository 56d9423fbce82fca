using System.Runtime.CompilerServices;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The shape that was published as an improvement: a struct that holds its number in itself,
/// and references text and arrays only.</summary>
internal readonly struct Variant
{
    private readonly object? _reference; // a string, an array, or the owner of one
    private readonly ulong _low;
    private readonly ulong _high; // of a Guid

    /// <param name="type">A type of up to 8 bytes.</param>
    /// <param name="bits">The number as it is encoded.</param>
    internal Variant(BuiltInType type, ulong bits)
    {
        Type = type;
        _low = bits;
    }

    /// <param name="value">The value.</param>
    internal Variant(Guid value)
    {
        Type = BuiltInType.Guid;
        (_low, _high) = Unsafe.BitCast<Guid, (ulong, ulong)>(value);
    }

    /// <param name="value">The text.</param>
    internal Variant(string value)
    {
        Type = BuiltInType.String;
        _reference = value;
    }

    /// <param name="type">The type of the numbers, or <see cref="BuiltInType.ByteString"/>.</param>
    /// <param name="array">An array, or a <see cref="PooledArray{T}"/>, of the numbers.</param>
    internal Variant(BuiltInType type, object array)
    {
        Type = type;
        IsArray = type != BuiltInType.ByteString;
        _reference = array;
    }

    internal BuiltInType Type { get; }

    internal bool IsArray { get; }

    internal ulong Bits => _low;

    internal Guid Guid => Unsafe.BitCast<(ulong, ulong), Guid>((_low, _high));

    internal string Text => (string)_reference!;

    internal ReadOnlySpan<T> Numbers<T>() => _reference is PooledArray<T> owner ? owner.Span : (T[])_reference!;

    /// <summary>Gives an owned array back to its pool.</summary>
    internal void Release() => (_reference as IDisposable)?.Dispose();
}
