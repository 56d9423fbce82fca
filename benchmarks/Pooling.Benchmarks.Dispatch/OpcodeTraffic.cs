namespace Pooling.Benchmarks.Dispatch;

/// <summary>A sequence of 65,536 opcodes, which is too long for the branch predictor to learn. They are passed one by one to a
/// handler.</summary>
internal sealed class OpcodeTraffic
{
    internal const int Count = 1 << 16;

    internal OpcodeTraffic(OpcodeOrder order, int opcodes = OpcodeSwitch.Count)
    {
        var random = new Random(42);
        Opcodes = [.. Enumerable.Range(0, Count).Select(i => (ushort)(order switch
        {
            OpcodeOrder.Random => random.Next(opcodes),
            OpcodeOrder.Rotating => i % opcodes,
            _ => opcodes / 2,
        }))];
    }

    internal static byte[] Payload { get; } = [7, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0];

    internal ushort[] Opcodes { get; }

    internal Session Session { get; } = new();

    internal SessionContext Context => new(Session, Session.Player);

    internal long Run<TContext>(OpcodeDispatcher<TContext> dispatcher, TContext context)
    {
        foreach (ushort opcode in Opcodes)
            dispatcher.Dispatch(in context, opcode, Payload, 1);

        return Session.Sum;
    }

    internal long Run<TContext>(SwitchDispatcher<TContext> dispatcher, TContext context) where TContext : struct, IMovementContext<TContext>
    {
        foreach (ushort opcode in Opcodes)
            dispatcher.Dispatch(in context, opcode, Payload, 1);

        return Session.Sum;
    }

    internal long RunByState<TContext>(SwitchDispatcher<TContext> dispatcher, TContext context)
        where TContext : struct, IMovementContext<TContext>
    {
        foreach (ushort opcode in Opcodes)
            dispatcher.DispatchByState(in context, opcode, Payload, 1);

        return Session.Sum;
    }

    internal long RunAndCatch<TContext>(SwitchDispatcher<TContext> dispatcher, TContext context)
        where TContext : struct, IMovementContext<TContext>
    {
        foreach (ushort opcode in Opcodes)
            dispatcher.DispatchAndCatch(in context, opcode, Payload, 1);

        return Session.Sum;
    }

    internal long RunBareSwitch<TContext>(TContext context) where TContext : struct, IMovementContext<TContext>
    {
        foreach (ushort opcode in Opcodes)
            OpcodeSwitch.Dispatch<MovementTarget<TContext>, TContext, ReadOnlySpan<byte>, DispatchStatus>(in context, opcode, Payload);

        return Session.Sum;
    }

    internal long Run<TContext>(MovementInvoker<TContext>[] delegates, TContext context)
    {
        foreach (ushort opcode in Opcodes)
        {
            if (opcode < delegates.Length)
                delegates[opcode](in context, Payload);
        }

        return Session.Sum;
    }

    internal long Run<TContext>((ulong States, MovementInvoker<TContext> Invoke)[] delegates, TContext context)
    {
        const ulong States = 1;
        long refused = 0;
        foreach (ushort opcode in Opcodes)
        {
            if (opcode < delegates.Length && (delegates[opcode].States & States) != 0)
                delegates[opcode].Invoke(in context, Payload);
            else
                refused++;
        }

        return Session.Sum + refused;
    }

    internal long Run<TContext>(Dictionary<ushort, MovementInvoker<TContext>> delegates, TContext context)
    {
        foreach (ushort opcode in Opcodes)
            delegates[opcode](in context, Payload);

        return Session.Sum;
    }

    internal long Run<TContext>(FrozenDictionary<ushort, MovementInvoker<TContext>> delegates, TContext context)
    {
        foreach (ushort opcode in Opcodes)
            delegates[opcode](in context, Payload);

        return Session.Sum;
    }
}

/// <summary>Specifies the order in which opcodes arrive.</summary>
public enum OpcodeOrder
{
    Random,
    Rotating,
    Single,
}
