namespace Pooling.Benchmarks.Dispatch;

internal delegate bool MovementInvoker<TContext>(in TContext context, ReadOnlySpan<byte> payload);

/// <summary>The tables of the same handlers, for hand-written code and for dispatchers. More than 64 opcodes share the code of
/// 64.</summary>
internal sealed class MovementTables
{
    internal readonly Dictionary<ushort, MovementInvoker<SessionContext>> Delegates = [];
    internal readonly FrozenDictionary<ushort, MovementInvoker<SessionContext>> Frozen;
    internal readonly MovementInvoker<SessionContext>[] Array;
    internal readonly (ulong States, MovementInvoker<SessionContext> Invoke)[] ArrayWithStates;
    internal readonly FrozenDictionary<ushort, MovementInvoker<Session>> ClassFrozen;
    internal readonly OpcodeDispatcherBuilder<SessionContext> Builder = new();
    internal readonly OpcodeDispatcherBuilder<SessionContext> DelegateBuilder = new();
    internal readonly OpcodeDispatcherBuilder<Session> ClassBuilder = new();
    internal readonly OpcodeDispatcherBuilder<Session> ClassDelegateBuilder = new();
    private readonly Dictionary<ushort, MovementInvoker<Session>> _classDelegates = [];

    internal MovementTables(int count = OpcodeSwitch.Count)
    {
        Type[] digits = [typeof(Digit0), typeof(Digit1), typeof(Digit2), typeof(Digit3)];
        for (int opcode = 0; opcode < count; opcode++)
        {
            Type key = typeof(OpcodeKey<,,>).MakeGenericType(digits[opcode / 16 % 4], digits[opcode / 4 % 4], digits[opcode % 4]);
            typeof(MovementTables).GetMethod(nameof(Add))!.MakeGenericMethod(key).Invoke(this, [(ushort)opcode]);
        }

        Frozen = Delegates.ToFrozenDictionary();
        Array = [.. Enumerable.Range(0, count).Select(opcode => Delegates[(ushort)opcode])];
        ArrayWithStates = [.. Array.Select(static invoke => (1UL, invoke))];
        ClassFrozen = _classDelegates.ToFrozenDictionary();
    }

    public void Add<TKey>(ushort opcode) where TKey : struct, IOpcodeKey
    {
        Delegates.Add(opcode, static (in context, payload) =>
        {
            if (!default(MovementParser<TKey>).TryParse(payload, out Movement packet))
                return false;

            SessionContext.Apply<TKey>(in context, in packet);
            return true;
        });
        _classDelegates.Add(opcode, static (in context, payload) =>
        {
            if (!default(MovementParser<TKey>).TryParse(payload, out Movement packet))
                return false;

            default(MovementHandler<TKey>).Handle(in context, in packet);
            return true;
        });
        Builder.Add<Movement, MovementParser<TKey>, MovementHandler<TKey>>(opcode, states: 1);
        DelegateBuilder.Add<Movement, MovementParser<TKey>>(
            opcode, static (in context, in packet) => default(MovementHandler<TKey>).Handle(in context, in packet), states: 1);
        ClassBuilder.Add<Movement, MovementParser<TKey>, MovementHandler<TKey>>(opcode, states: 1);
        ClassDelegateBuilder.Add<Movement, MovementParser<TKey>>(
            opcode, static (in context, in packet) => default(MovementHandler<TKey>).Handle(in context, in packet), states: 1);
    }
}
