using System.Collections.Frozen;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>The 64 parsers and handlers in tables as they are written by hand.</summary>
internal sealed class MovementTables<TContext> : IOpcodeKeyVisitor where TContext : struct, IMovementContext<TContext>
{
    internal MovementTables()
    {
        OpcodeKeys.VisitAll(this);
        Frozen = Delegates.ToFrozenDictionary();
    }

    internal Dictionary<ushort, MovementInvoker<TContext>> Delegates { get; } = [];

    internal FrozenDictionary<ushort, MovementInvoker<TContext>> Frozen { get; }

    internal IMovementHandler<TContext>[] Handlers { get; } = new IMovementHandler<TContext>[OpcodeKeys.Count];

    public void Visit<TKey>() where TKey : struct, IOpcodeKey
    {
        var entry = new MovementEntry<TContext, TKey>();
        Handlers[TKey.Value] = entry;
        Delegates.Add(TKey.Value, entry.Handle);
    }
}

internal delegate bool MovementInvoker<TContext>(in TContext context, ReadOnlySpan<byte> payload);

internal interface IMovementHandler<TContext>
{
    bool Handle(in TContext context, ReadOnlySpan<byte> payload);
}

internal sealed class MovementEntry<TContext, TKey> : IMovementHandler<TContext>
    where TContext : struct, IMovementContext<TContext>
    where TKey : struct, IOpcodeKey
{
    public bool Handle(in TContext context, ReadOnlySpan<byte> payload)
    {
        if (!default(MovementParser<TKey>).TryParse(payload, out Movement packet))
            return false;

        TContext.Apply<TKey>(in context, in packet);
        return true;
    }
}
