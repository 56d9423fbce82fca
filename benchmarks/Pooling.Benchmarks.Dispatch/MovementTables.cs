namespace Pooling.Benchmarks.Dispatch;

/// <summary>The 64 parsers and handlers in tables as they are written by hand.</summary>
internal sealed class MovementTables : IOpcodeKeyVisitor
{
    internal MovementTables()
    {
        OpcodeKeys.VisitAll(this);
        Frozen = Delegates.ToFrozenDictionary();
    }

    internal Dictionary<ushort, MovementInvoker> Delegates { get; } = [];

    internal FrozenDictionary<ushort, MovementInvoker> Frozen { get; }

    internal IMovementHandler[] Handlers { get; } = new IMovementHandler[OpcodeKeys.Count];

    public void Visit<TKey>() where TKey : struct, IOpcodeKey
    {
        var entry = new MovementEntry<TKey>();
        Handlers[TKey.Value] = entry;
        Delegates.Add(TKey.Value, entry.Handle);
    }
}

internal delegate bool MovementInvoker(in SessionContext context, ReadOnlySpan<byte> payload);

internal interface IMovementHandler
{
    bool Handle(in SessionContext context, ReadOnlySpan<byte> payload);
}

internal sealed class MovementEntry<TKey> : IMovementHandler where TKey : struct, IOpcodeKey
{
    public bool Handle(in SessionContext context, ReadOnlySpan<byte> payload)
    {
        if (!default(MovementParser<TKey>).TryParse(payload, out Movement packet))
            return false;

        SessionContext.Apply<TKey>(in context, in packet);
        return true;
    }
}
