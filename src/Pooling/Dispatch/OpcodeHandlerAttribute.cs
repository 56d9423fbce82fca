namespace Pooling.Dispatch;

/// <summary>Marks a method of a partial class as the handler of one opcode. A dispatcher for all such methods is
/// generated with the class.</summary>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true, Inherited = false)]
public sealed class OpcodeHandlerAttribute : Attribute
{
    /// <summary>Initializes a new instance of the attribute with a number.</summary>
    /// <param name="opcode">The opcode.</param>
    public OpcodeHandlerAttribute(ushort opcode) => Opcode = opcode;

    /// <summary>Initializes a new instance of the attribute with an enum value.</summary>
    /// <param name="opcode">The opcode, a value of any enum of 8 or 16 bits. The compiler reports POOL209 for anything
    /// else. The bits of a signed enum are used without sign extension: -1 of an <see cref="sbyte"/> is 0xFF.</param>
    public OpcodeHandlerAttribute(object opcode) => Opcode = opcode;

    /// <summary>Gets the opcode: a number, or a value of an enum.</summary>
    public object Opcode { get; }

    /// <summary>Gets or sets a struct that implements <see cref="IPacketParser{TPacket}"/> for the method's packet;
    /// <see langword="null"/> if the packet parses itself.</summary>
    public Type? Parser { get; set; }

    /// <summary>Gets or sets the states of the sender in which the opcode is allowed, one bit each: a value of any
    /// enum, such as <c>PlayerState.InWorld | PlayerState.Dead</c>, or a non-negative number; <see langword="null"/>
    /// for every state. The compiler reports POOL210 for anything else.</summary>
    public object? States { get; set; }
}
