using System.Collections.Frozen;
using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>The same 64 parsers and handlers in every kind of table.</summary>
internal sealed class MovementTables<TContext> : IOpcodeKeyVisitor
{
    private readonly OpcodeDispatcherBuilder<TContext> _direct = new();
    private readonly OpcodeDispatcherBuilder<TContext> _byDelegate = new();

    internal MovementTables()
    {
        OpcodeKeys.VisitAll(this);
        Dispatcher = _direct.OnFault(static (in TContext _, ushort _, Exception _) => { }).Build();
        DelegateDispatcher = _byDelegate.OnFault(static (in TContext _, ushort _, Exception _) => { }).Build();
        Frozen = Delegates.ToFrozenDictionary();
    }

    internal OpcodeDispatcher<TContext> Dispatcher { get; }

    internal OpcodeDispatcher<TContext> DelegateDispatcher { get; }

    internal Dictionary<ushort, MovementInvoker<TContext>> Delegates { get; } = [];

    internal FrozenDictionary<ushort, MovementInvoker<TContext>> Frozen { get; }

    internal IMovementHandler<TContext>[] Handlers { get; } = new IMovementHandler<TContext>[OpcodeKeys.Count];

    public void Visit<TKey>(ushort opcode) where TKey : struct, IOpcodeKey
    {
        var entry = new MovementEntry<TContext, TKey>();
        Handlers[opcode] = entry;
        Delegates.Add(opcode, entry.Handle);
        if (this is MovementTables<SessionContext> structs)
        {
            structs._direct.Add<Movement, MovementParser<TKey>, MovementHandler<TKey>>(opcode, 1);
            structs._byDelegate.Add<Movement, MovementParser<TKey>>(opcode,
                static (in SessionContext context, in Movement packet) => default(MovementHandler<TKey>).Handle(in context, in packet), 1);
        }
        else if (this is MovementTables<Session> classes)
        {
            classes._direct.Add<Movement, MovementParser<TKey>, MovementHandler<TKey>>(opcode, 1);
            classes._byDelegate.Add<Movement, MovementParser<TKey>>(opcode,
                static (in Session context, in Movement packet) => default(MovementHandler<TKey>).Handle(in context, in packet), 1);
        }
    }
}
