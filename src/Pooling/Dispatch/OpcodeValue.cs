namespace Pooling.Dispatch;

/// <summary>Represents the opcode of a handler that is added to a builder: a 16-bit number, or a value of any enum of 8 or 16
/// bits.</summary>
/// <remarks>
/// <para>It allows <c>builder.Add&lt;Move, MoveParser, MoveHandler&gt;(Opcode.Move)</c> for every enum: numbers and enums convert to it
/// implicitly. The bits of a signed enum are used without sign extension: -1 of an <see cref="sbyte"/> is 0xFF, and -1 of a
/// <see cref="short"/> is 0xFFFF, as they are sent.</para>
/// <para>The default value is opcode 0.</para>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: none for a number. An enum is boxed by its conversion, once for each handler that is added, and never for a
/// packet.</para>
/// </remarks>
public readonly struct OpcodeValue
{
    private OpcodeValue(ushort value) => Value = value;

    internal ushort Value { get; }

    /// <summary>Converts a number to an opcode.</summary>
    /// <param name="value">The number.</param>
    /// <returns>The opcode.</returns>
    public static implicit operator OpcodeValue(ushort value) => new(value);

    /// <summary>Converts an enum value to an opcode.</summary>
    /// <param name="value">A value of an enum of 8 or 16 bits.</param>
    /// <returns>The opcode.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The enum has more than 16 bits.</exception>
    public static implicit operator OpcodeValue(Enum value)
    {
        ArgumentNullException.ThrowIfNull(value);

        return new OpcodeValue(EnumBits.ToOpcode(value));
    }

    /// <summary>Returns the number in hexadecimal.</summary>
    /// <returns>A string such as <c>0x2007</c>.</returns>
    public override string ToString() => $"0x{Value:X4}";
}
