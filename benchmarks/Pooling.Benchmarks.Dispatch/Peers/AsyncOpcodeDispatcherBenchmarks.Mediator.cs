using Mediator;
using Microsoft.Extensions.DependencyInjection;

[assembly: MediatorOptions(ServiceLifetime = ServiceLifetime.Singleton)]

namespace Pooling.Benchmarks.Dispatch;

public partial class AsyncOpcodeDispatcherBenchmarks
{
    private readonly Mediator.Mediator _mediator =
        new ServiceCollection().AddMediator().BuildServiceProvider().GetRequiredService<Mediator.Mediator>();

    [Benchmark(OperationsPerInvoke = Count), Row("POOL-dispatch-async", Role.Peer, "Mediator")]
    public async Task<long> MediatorByType()
    {
        SessionContext context = _traffic.Context;
        foreach (ushort opcode in _traffic.Opcodes)
            await _mediator.Send(MediatorCommands.Parse(context, opcode, OpcodeTraffic.Payload)).ConfigureAwait(false);

        return context.Session.Sum;
    }
}

/// <summary>The packets as Mediator requires them: a separate type for each opcode, without generics. One message of a type handles the
/// others.</summary>
internal static class MediatorCommands
{
    private static readonly Func<Command>[] s_makers = [.. Enumerable.Range(0, OpcodeSwitch.Count).Select(static opcode =>
        CachedDelegate.CreateConstructor<Func<Command>>(typeof(MediatorCommands).GetNestedType($"M{opcode}", BindingFlags.NonPublic)!))];

    /// <summary>Parses a packet into the message of its opcode. The mediator finds the handler by the message's type.</summary>
    internal static ICommand Parse(SessionContext context, ushort opcode, ReadOnlyMemory<byte> payload) =>
        default(MovementParser<Digit0>).TryParse(payload, out Movement packet) ? s_makers[opcode]().With(context, packet)
            : throw new InvalidDataException();

    internal abstract class Command : ICommand
    {
        protected SessionContext Context { get; private set; }

        protected Movement Packet { get; private set; }

        internal ICommand With(SessionContext context, Movement packet)
        {
            (Context, Packet) = (context, packet);
            return this;
        }
    }

    internal abstract class Command<TSelf, TKey> : Command, ICommandHandler<TSelf>
        where TSelf : Command<TSelf, TKey>
        where TKey : struct, IOpcodeKey
    {
        public ValueTask<Unit> Handle(TSelf command, CancellationToken cancellationToken)
        {
            SessionContext.Apply<TKey>(command.Context, command.Packet);
            return default;
        }
    }

    internal sealed class M0 : Command<M0, OpcodeKey<Digit0, Digit0, Digit0>>;
    internal sealed class M1 : Command<M1, OpcodeKey<Digit0, Digit0, Digit1>>;
    internal sealed class M2 : Command<M2, OpcodeKey<Digit0, Digit0, Digit2>>;
    internal sealed class M3 : Command<M3, OpcodeKey<Digit0, Digit0, Digit3>>;
    internal sealed class M4 : Command<M4, OpcodeKey<Digit0, Digit1, Digit0>>;
    internal sealed class M5 : Command<M5, OpcodeKey<Digit0, Digit1, Digit1>>;
    internal sealed class M6 : Command<M6, OpcodeKey<Digit0, Digit1, Digit2>>;
    internal sealed class M7 : Command<M7, OpcodeKey<Digit0, Digit1, Digit3>>;
    internal sealed class M8 : Command<M8, OpcodeKey<Digit0, Digit2, Digit0>>;
    internal sealed class M9 : Command<M9, OpcodeKey<Digit0, Digit2, Digit1>>;
    internal sealed class M10 : Command<M10, OpcodeKey<Digit0, Digit2, Digit2>>;
    internal sealed class M11 : Command<M11, OpcodeKey<Digit0, Digit2, Digit3>>;
    internal sealed class M12 : Command<M12, OpcodeKey<Digit0, Digit3, Digit0>>;
    internal sealed class M13 : Command<M13, OpcodeKey<Digit0, Digit3, Digit1>>;
    internal sealed class M14 : Command<M14, OpcodeKey<Digit0, Digit3, Digit2>>;
    internal sealed class M15 : Command<M15, OpcodeKey<Digit0, Digit3, Digit3>>;
    internal sealed class M16 : Command<M16, OpcodeKey<Digit1, Digit0, Digit0>>;
    internal sealed class M17 : Command<M17, OpcodeKey<Digit1, Digit0, Digit1>>;
    internal sealed class M18 : Command<M18, OpcodeKey<Digit1, Digit0, Digit2>>;
    internal sealed class M19 : Command<M19, OpcodeKey<Digit1, Digit0, Digit3>>;
    internal sealed class M20 : Command<M20, OpcodeKey<Digit1, Digit1, Digit0>>;
    internal sealed class M21 : Command<M21, OpcodeKey<Digit1, Digit1, Digit1>>;
    internal sealed class M22 : Command<M22, OpcodeKey<Digit1, Digit1, Digit2>>;
    internal sealed class M23 : Command<M23, OpcodeKey<Digit1, Digit1, Digit3>>;
    internal sealed class M24 : Command<M24, OpcodeKey<Digit1, Digit2, Digit0>>;
    internal sealed class M25 : Command<M25, OpcodeKey<Digit1, Digit2, Digit1>>;
    internal sealed class M26 : Command<M26, OpcodeKey<Digit1, Digit2, Digit2>>;
    internal sealed class M27 : Command<M27, OpcodeKey<Digit1, Digit2, Digit3>>;
    internal sealed class M28 : Command<M28, OpcodeKey<Digit1, Digit3, Digit0>>;
    internal sealed class M29 : Command<M29, OpcodeKey<Digit1, Digit3, Digit1>>;
    internal sealed class M30 : Command<M30, OpcodeKey<Digit1, Digit3, Digit2>>;
    internal sealed class M31 : Command<M31, OpcodeKey<Digit1, Digit3, Digit3>>;
    internal sealed class M32 : Command<M32, OpcodeKey<Digit2, Digit0, Digit0>>;
    internal sealed class M33 : Command<M33, OpcodeKey<Digit2, Digit0, Digit1>>;
    internal sealed class M34 : Command<M34, OpcodeKey<Digit2, Digit0, Digit2>>;
    internal sealed class M35 : Command<M35, OpcodeKey<Digit2, Digit0, Digit3>>;
    internal sealed class M36 : Command<M36, OpcodeKey<Digit2, Digit1, Digit0>>;
    internal sealed class M37 : Command<M37, OpcodeKey<Digit2, Digit1, Digit1>>;
    internal sealed class M38 : Command<M38, OpcodeKey<Digit2, Digit1, Digit2>>;
    internal sealed class M39 : Command<M39, OpcodeKey<Digit2, Digit1, Digit3>>;
    internal sealed class M40 : Command<M40, OpcodeKey<Digit2, Digit2, Digit0>>;
    internal sealed class M41 : Command<M41, OpcodeKey<Digit2, Digit2, Digit1>>;
    internal sealed class M42 : Command<M42, OpcodeKey<Digit2, Digit2, Digit2>>;
    internal sealed class M43 : Command<M43, OpcodeKey<Digit2, Digit2, Digit3>>;
    internal sealed class M44 : Command<M44, OpcodeKey<Digit2, Digit3, Digit0>>;
    internal sealed class M45 : Command<M45, OpcodeKey<Digit2, Digit3, Digit1>>;
    internal sealed class M46 : Command<M46, OpcodeKey<Digit2, Digit3, Digit2>>;
    internal sealed class M47 : Command<M47, OpcodeKey<Digit2, Digit3, Digit3>>;
    internal sealed class M48 : Command<M48, OpcodeKey<Digit3, Digit0, Digit0>>;
    internal sealed class M49 : Command<M49, OpcodeKey<Digit3, Digit0, Digit1>>;
    internal sealed class M50 : Command<M50, OpcodeKey<Digit3, Digit0, Digit2>>;
    internal sealed class M51 : Command<M51, OpcodeKey<Digit3, Digit0, Digit3>>;
    internal sealed class M52 : Command<M52, OpcodeKey<Digit3, Digit1, Digit0>>;
    internal sealed class M53 : Command<M53, OpcodeKey<Digit3, Digit1, Digit1>>;
    internal sealed class M54 : Command<M54, OpcodeKey<Digit3, Digit1, Digit2>>;
    internal sealed class M55 : Command<M55, OpcodeKey<Digit3, Digit1, Digit3>>;
    internal sealed class M56 : Command<M56, OpcodeKey<Digit3, Digit2, Digit0>>;
    internal sealed class M57 : Command<M57, OpcodeKey<Digit3, Digit2, Digit1>>;
    internal sealed class M58 : Command<M58, OpcodeKey<Digit3, Digit2, Digit2>>;
    internal sealed class M59 : Command<M59, OpcodeKey<Digit3, Digit2, Digit3>>;
    internal sealed class M60 : Command<M60, OpcodeKey<Digit3, Digit3, Digit0>>;
    internal sealed class M61 : Command<M61, OpcodeKey<Digit3, Digit3, Digit1>>;
    internal sealed class M62 : Command<M62, OpcodeKey<Digit3, Digit3, Digit2>>;
    internal sealed class M63 : Command<M63, OpcodeKey<Digit3, Digit3, Digit3>>;
}
