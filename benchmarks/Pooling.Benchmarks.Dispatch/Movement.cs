namespace Pooling.Benchmarks.Dispatch;

/// <summary>A packet of twelve bytes.</summary>
internal readonly record struct Movement(int Id, long Value);

/// <summary>The state that packets change.</summary>
internal sealed class Session
{
    internal int Player { get; } = 3;

    internal long Sum { get; private set; }

    internal void Apply<TKey>(int player, in Movement packet) where TKey : struct, IOpcodeKey =>
        Sum += (packet.Value * TKey.Value) + packet.Id + player;
}

internal interface IMovementContext<TSelf> where TSelf : struct
{
    static abstract void Apply<TKey>(in TSelf context, in Movement packet) where TKey : struct, IOpcodeKey;
}

/// <summary>The context as a struct.</summary>
internal readonly record struct SessionContext(Session Session, int Player) : IMovementContext<SessionContext>
{
    public static void Apply<TKey>(in SessionContext context, in Movement packet) where TKey : struct, IOpcodeKey =>
        context.Session.Apply<TKey>(context.Player, in packet);
}

/// <summary>The context as a class, for code written by hand. It is the same reference, but generic code is compiled for it
/// alone.</summary>
internal readonly record struct ClassContext(Session Session) : IMovementContext<ClassContext>
{
    public static void Apply<TKey>(in ClassContext context, in Movement packet) where TKey : struct, IOpcodeKey =>
        context.Session.Apply<TKey>(context.Session.Player, in packet);
}

/// <summary>Parses twelve bytes to a packet, with separate code for each opcode.</summary>
internal readonly struct MovementParser<TKey> : IPacketParser<Movement> where TKey : struct, IOpcodeKey
{
    public bool TryParse(ReadOnlySpan<byte> payload, out Movement packet)
    {
        packet = default;
        if (payload.Length != 12)
            return false;

        packet = new Movement(BinaryPrimitives.ReadInt32LittleEndian(payload), BinaryPrimitives.ReadInt64LittleEndian(payload[4..]));
        return true;
    }
}

/// <summary>Handles a packet, with separate code for each opcode.</summary>
internal readonly struct MovementHandler<TKey>
    : IOpcodeHandler<SessionContext, Movement>, IOpcodeHandler<Session, Movement>
    where TKey : struct, IOpcodeKey
{
    public void Handle(in SessionContext context, in Movement packet) => context.Session.Apply<TKey>(context.Player, in packet);

    public void Handle(in Session context, in Movement packet) => context.Apply<TKey>(context.Player, in packet);
}
