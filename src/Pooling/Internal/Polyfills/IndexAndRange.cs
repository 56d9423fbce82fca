#if NETSTANDARD2_0
namespace System;

/// <summary>Enables the compiler to translate <c>span[a..b]</c> on types that have a Slice method.</summary>
internal readonly struct Index(int value, bool fromEnd = false)
{
    public int Value { get; } = value;

    public bool IsFromEnd { get; } = fromEnd;

    public static implicit operator Index(int value) => new(value);

    public int GetOffset(int length) => IsFromEnd ? length - Value : Value;
}

/// <summary>Enables the compiler to translate <c>span[a..b]</c> on types that have a Slice method.</summary>
internal readonly struct Range(Index start, Index end)
{
    public Index Start { get; } = start;

    public Index End { get; } = end;

    public static Range StartAt(Index start) => new(start, new Index(0, fromEnd: true));

    public static Range EndAt(Index end) => new(new Index(0), end);
}
#endif
