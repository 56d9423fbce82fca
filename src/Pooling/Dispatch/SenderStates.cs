namespace Pooling.Dispatch;

/// <summary>Represents the states of the sender in which an opcode is allowed, one bit each: a number, or a value of any enum.</summary>
/// <remarks>
/// <para>The default value is every state. Numbers and enums convert to it implicitly; the bits of a signed enum are used without sign
/// extension.</para>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: none for a number. An enum is boxed by its conversion, once for each handler that is added, and never for a
/// packet.</para>
/// </remarks>
public readonly struct SenderStates
{
    private readonly ulong _excluded; // inverted, so that the default value is every state

    private SenderStates(ulong bits) => _excluded = ~bits;

    internal ulong Bits => ~_excluded;

    /// <summary>Converts a number to states.</summary>
    /// <param name="bits">The states, one bit each.</param>
    /// <returns>The states.</returns>
    public static implicit operator SenderStates(ulong bits) => new(bits);

    /// <summary>Converts an enum value to states.</summary>
    /// <param name="value">A value of an enum whose members have one bit each, or a combination of them.</param>
    /// <returns>The states.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    public static implicit operator SenderStates(Enum value)
    {
        ArgumentNullException.ThrowIfNull(value);

        return new SenderStates(EnumBits.ToStates(value));
    }

    /// <summary>Returns the bits in hexadecimal.</summary>
    /// <returns>A string such as <c>0x3</c>.</returns>
    public override string ToString() => $"0x{Bits:X}";
}
