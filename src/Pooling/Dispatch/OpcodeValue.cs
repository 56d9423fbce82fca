namespace Pooling.Dispatch;

/// <summary>Represents the opcode of a handler that is added to a builder: a number of 16 bits, or a value of any enum of 8 or 16
/// bits.</summary>
/// <remarks>
/// <para>It exists so that <c>builder.Add&lt;Move, MoveParser, MoveHandler&gt;(Opcode.Move)</c> compiles for every enum: numbers and enums
/// convert to it implicitly. Of an enum with a sign the bits count: -1 of an <see cref="sbyte"/> is 0xFF, -1 of a <see cref="short"/>
/// 0xFFFF, as they are sent.</para>
/// <para>The default value is the opcode 0.</para>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: none of a number; an enum is boxed by its conversion, once for each handler that is added, never for a packet.</para>
/// </remarks>
public readonly record struct OpcodeValue
{
    private OpcodeValue(ushort value) => Value = value;

    /// <summary>Gets the number.</summary>
    public ushort Value { get; }

    /// <summary>Converts a number to an opcode.</summary>
    /// <param name="value">The number.</param>
    /// <returns>The opcode.</returns>
    public static implicit operator OpcodeValue(ushort value) => new(value);

    /// <summary>Converts a value of an enum to an opcode.</summary>
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
    /// <returns>A text such as <c>0x2007</c>.</returns>
    public override string ToString() => $"0x{Value:X4}";
}
