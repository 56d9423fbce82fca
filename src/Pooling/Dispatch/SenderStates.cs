namespace Pooling.Dispatch;

/// <summary>Represents the states of senders in which an opcode is let through, one bit each: a number, or a value of any enum.</summary>
/// <remarks>
/// <para>The default value is every state. Numbers and enums convert to it implicitly; of an enum with a sign the bits count.</para>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: none of a number; an enum is boxed by its conversion, once for each handler that is added, never for a packet.</para>
/// </remarks>
public readonly record struct SenderStates
{
    private readonly ulong _excluded; // so that the default value is every state

    private SenderStates(ulong bits) => _excluded = ~bits;

    /// <summary>Gets the states, one bit each.</summary>
    public ulong Bits => ~_excluded;

    /// <summary>Converts a number to states.</summary>
    /// <param name="bits">The states, one bit each.</param>
    /// <returns>The states.</returns>
    public static implicit operator SenderStates(ulong bits) => new(bits);

    /// <summary>Converts a value of an enum to states.</summary>
    /// <param name="value">A value of an enum whose members are one bit each, or several of them combined.</param>
    /// <returns>The states.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    public static implicit operator SenderStates(Enum value)
    {
        ArgumentNullException.ThrowIfNull(value);

        return new SenderStates(EnumBits.ToStates(value));
    }

    /// <summary>Returns the bits in hexadecimal.</summary>
    /// <returns>A text such as <c>0x3</c>.</returns>
    public override string ToString() => $"0x{Bits:X}";
}
