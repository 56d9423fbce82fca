namespace Pooling.Benchmarks.Dispatch;

internal delegate bool MovementInvoker(in SessionContext context, ReadOnlySpan<byte> payload);

/// <summary>The same parsers and handlers in tables as they are written by hand, and for dispatchers.</summary>
/// <remarks>More than 64 opcodes share the code of 64.</remarks>
internal sealed class MovementTables
{
    internal MovementTables(int count = OpcodeSwitch.Count)
    {
        Type[] digits = [typeof(Digit0), typeof(Digit1), typeof(Digit2), typeof(Digit3)];
        for (int opcode = 0; opcode < count; opcode++)
        {
            Type key = typeof(OpcodeKey<,,>).MakeGenericType(digits[opcode / 16 % 4], digits[opcode / 4 % 4], digits[opcode % 4]);
            typeof(MovementTables).GetMethod(nameof(Add))!.MakeGenericMethod(key).Invoke(this, [(ushort)opcode]);
        }

        Frozen = Delegates.ToFrozenDictionary();
    }

    internal Dictionary<ushort, MovementInvoker> Delegates { get; } = [];

    internal FrozenDictionary<ushort, MovementInvoker> Frozen { get; }

    internal OpcodeDispatcherBuilder<SessionContext> Builder { get; } = new();

    internal OpcodeDispatcherBuilder<SessionContext> DelegateBuilder { get; } = new();

    internal OpcodeDispatcherBuilder<Session> ClassBuilder { get; } = new();

    internal OpcodeDispatcherBuilder<Session> ClassDelegateBuilder { get; } = new();

    internal AsyncOpcodeDispatcherBuilder<SessionContext> AsyncBuilder { get; } = new();

    public void Add<TKey>(ushort opcode) where TKey : struct, IOpcodeKey
    {
        Delegates.Add(opcode, static (in context, payload) =>
        {
            if (!default(MovementParser<TKey>).TryParse(payload, out Movement packet))
                return false;

            SessionContext.Apply<TKey>(in context, in packet);
            return true;
        });
        Builder.Add<Movement, MovementParser<TKey>, MovementHandler<TKey>>(opcode, 1);
        DelegateBuilder.Add<Movement, MovementParser<TKey>>(
            opcode, static (in context, in packet) => default(MovementHandler<TKey>).Handle(in context, in packet), 1);
        ClassBuilder.Add<Movement, MovementParser<TKey>, MovementHandler<TKey>>(opcode, 1);
        ClassDelegateBuilder.Add<Movement, MovementParser<TKey>>(
            opcode, static (in context, in packet) => default(MovementHandler<TKey>).Handle(in context, in packet), 1);
        AsyncBuilder.Add<Movement, MovementParser<TKey>, MovementHandler<TKey>>(opcode, 1);
    }
}
