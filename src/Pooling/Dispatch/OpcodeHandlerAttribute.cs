namespace Pooling.Dispatch;

/// <summary>Marks a method of a partial class as the handler of one opcode: a dispatcher over all of them is generated with the
/// class.</summary>
/// <param name="opcode">The opcode.</param>
/// <remarks>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: none; the generator reads it when the program is compiled.</para>
/// </remarks>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true, Inherited = false)]
public sealed class OpcodeHandlerAttribute(ushort opcode) : Attribute
{
    /// <summary>The opcode.</summary>
    public ushort Opcode { get; } = opcode;

    /// <summary>A struct that implements <see cref="IPacketParser{TPacket}"/> (or <see cref="IMemoryPacketParser{TPacket}"/> for
    /// asynchronous handlers) for the packet of the method; <see langword="null"/> if the packet parses itself.</summary>
    public Type? Parser { get; set; }

    /// <summary>The states of senders that the opcode is let through in, one bit each.</summary>
    public ulong States { get; set; } = ulong.MaxValue;
}
