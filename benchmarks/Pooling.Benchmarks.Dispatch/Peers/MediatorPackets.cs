using Mediator;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>The 64 packets as Mediator wants them: a type of message and a type of handler for each opcode, none of them generic.</summary>
internal static class MediatorPackets
{
    private static readonly Maker[] s_makers =
    [
        new Maker<M0>(), new Maker<M1>(), new Maker<M2>(), new Maker<M3>(), new Maker<M4>(), new Maker<M5>(),
        new Maker<M6>(), new Maker<M7>(), new Maker<M8>(), new Maker<M9>(), new Maker<M10>(), new Maker<M11>(),
        new Maker<M12>(), new Maker<M13>(), new Maker<M14>(), new Maker<M15>(), new Maker<M16>(), new Maker<M17>(),
        new Maker<M18>(), new Maker<M19>(), new Maker<M20>(), new Maker<M21>(), new Maker<M22>(), new Maker<M23>(),
        new Maker<M24>(), new Maker<M25>(), new Maker<M26>(), new Maker<M27>(), new Maker<M28>(), new Maker<M29>(),
        new Maker<M30>(), new Maker<M31>(), new Maker<M32>(), new Maker<M33>(), new Maker<M34>(), new Maker<M35>(),
        new Maker<M36>(), new Maker<M37>(), new Maker<M38>(), new Maker<M39>(), new Maker<M40>(), new Maker<M41>(),
        new Maker<M42>(), new Maker<M43>(), new Maker<M44>(), new Maker<M45>(), new Maker<M46>(), new Maker<M47>(),
        new Maker<M48>(), new Maker<M49>(), new Maker<M50>(), new Maker<M51>(), new Maker<M52>(), new Maker<M53>(),
        new Maker<M54>(), new Maker<M55>(), new Maker<M56>(), new Maker<M57>(), new Maker<M58>(), new Maker<M59>(),
        new Maker<M60>(), new Maker<M61>(), new Maker<M62>(), new Maker<M63>(),
    ];

    /// <summary>Parses a packet into the message of its opcode: the mediator finds the handler by the message's type.</summary>
    internal static ICommand Parse(SessionContext context, ushort opcode, ReadOnlyMemory<byte> payload) =>
        default(MovementParser<Digit0>).TryParse(payload, out Movement packet) ? s_makers[opcode].Make(context, packet)
            : throw new InvalidDataException();

    internal interface IMovementCommand : ICommand
    {
        SessionContext Context { get; init; }

        Movement Packet { get; init; }
    }

    internal abstract class Maker
    {
        internal abstract ICommand Make(SessionContext context, Movement packet);
    }

    internal sealed class Maker<TMessage> : Maker where TMessage : struct, IMovementCommand
    {
        internal override ICommand Make(SessionContext context, Movement packet) => new TMessage { Context = context, Packet = packet };
    }

    internal abstract class Handler<TMessage, TKey> : ICommandHandler<TMessage>
        where TMessage : struct, IMovementCommand
        where TKey : struct, IOpcodeKey
    {
        public ValueTask<Unit> Handle(TMessage command, CancellationToken cancellationToken)
        {
            SessionContext.Apply<TKey>(command.Context, command.Packet);
            return default;
        }
    }

    internal readonly record struct M0(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M1(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M2(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M3(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M4(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M5(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M6(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M7(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M8(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M9(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M10(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M11(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M12(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M13(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M14(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M15(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M16(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M17(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M18(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M19(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M20(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M21(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M22(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M23(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M24(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M25(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M26(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M27(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M28(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M29(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M30(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M31(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M32(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M33(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M34(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M35(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M36(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M37(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M38(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M39(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M40(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M41(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M42(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M43(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M44(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M45(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M46(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M47(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M48(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M49(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M50(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M51(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M52(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M53(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M54(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M55(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M56(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M57(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M58(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M59(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M60(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M61(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M62(SessionContext Context, Movement Packet) : IMovementCommand;
    internal readonly record struct M63(SessionContext Context, Movement Packet) : IMovementCommand;

    internal sealed class H0 : Handler<M0, OpcodeKey<Digit0, Digit0, Digit0>>;
    internal sealed class H1 : Handler<M1, OpcodeKey<Digit0, Digit0, Digit1>>;
    internal sealed class H2 : Handler<M2, OpcodeKey<Digit0, Digit0, Digit2>>;
    internal sealed class H3 : Handler<M3, OpcodeKey<Digit0, Digit0, Digit3>>;
    internal sealed class H4 : Handler<M4, OpcodeKey<Digit0, Digit1, Digit0>>;
    internal sealed class H5 : Handler<M5, OpcodeKey<Digit0, Digit1, Digit1>>;
    internal sealed class H6 : Handler<M6, OpcodeKey<Digit0, Digit1, Digit2>>;
    internal sealed class H7 : Handler<M7, OpcodeKey<Digit0, Digit1, Digit3>>;
    internal sealed class H8 : Handler<M8, OpcodeKey<Digit0, Digit2, Digit0>>;
    internal sealed class H9 : Handler<M9, OpcodeKey<Digit0, Digit2, Digit1>>;
    internal sealed class H10 : Handler<M10, OpcodeKey<Digit0, Digit2, Digit2>>;
    internal sealed class H11 : Handler<M11, OpcodeKey<Digit0, Digit2, Digit3>>;
    internal sealed class H12 : Handler<M12, OpcodeKey<Digit0, Digit3, Digit0>>;
    internal sealed class H13 : Handler<M13, OpcodeKey<Digit0, Digit3, Digit1>>;
    internal sealed class H14 : Handler<M14, OpcodeKey<Digit0, Digit3, Digit2>>;
    internal sealed class H15 : Handler<M15, OpcodeKey<Digit0, Digit3, Digit3>>;
    internal sealed class H16 : Handler<M16, OpcodeKey<Digit1, Digit0, Digit0>>;
    internal sealed class H17 : Handler<M17, OpcodeKey<Digit1, Digit0, Digit1>>;
    internal sealed class H18 : Handler<M18, OpcodeKey<Digit1, Digit0, Digit2>>;
    internal sealed class H19 : Handler<M19, OpcodeKey<Digit1, Digit0, Digit3>>;
    internal sealed class H20 : Handler<M20, OpcodeKey<Digit1, Digit1, Digit0>>;
    internal sealed class H21 : Handler<M21, OpcodeKey<Digit1, Digit1, Digit1>>;
    internal sealed class H22 : Handler<M22, OpcodeKey<Digit1, Digit1, Digit2>>;
    internal sealed class H23 : Handler<M23, OpcodeKey<Digit1, Digit1, Digit3>>;
    internal sealed class H24 : Handler<M24, OpcodeKey<Digit1, Digit2, Digit0>>;
    internal sealed class H25 : Handler<M25, OpcodeKey<Digit1, Digit2, Digit1>>;
    internal sealed class H26 : Handler<M26, OpcodeKey<Digit1, Digit2, Digit2>>;
    internal sealed class H27 : Handler<M27, OpcodeKey<Digit1, Digit2, Digit3>>;
    internal sealed class H28 : Handler<M28, OpcodeKey<Digit1, Digit3, Digit0>>;
    internal sealed class H29 : Handler<M29, OpcodeKey<Digit1, Digit3, Digit1>>;
    internal sealed class H30 : Handler<M30, OpcodeKey<Digit1, Digit3, Digit2>>;
    internal sealed class H31 : Handler<M31, OpcodeKey<Digit1, Digit3, Digit3>>;
    internal sealed class H32 : Handler<M32, OpcodeKey<Digit2, Digit0, Digit0>>;
    internal sealed class H33 : Handler<M33, OpcodeKey<Digit2, Digit0, Digit1>>;
    internal sealed class H34 : Handler<M34, OpcodeKey<Digit2, Digit0, Digit2>>;
    internal sealed class H35 : Handler<M35, OpcodeKey<Digit2, Digit0, Digit3>>;
    internal sealed class H36 : Handler<M36, OpcodeKey<Digit2, Digit1, Digit0>>;
    internal sealed class H37 : Handler<M37, OpcodeKey<Digit2, Digit1, Digit1>>;
    internal sealed class H38 : Handler<M38, OpcodeKey<Digit2, Digit1, Digit2>>;
    internal sealed class H39 : Handler<M39, OpcodeKey<Digit2, Digit1, Digit3>>;
    internal sealed class H40 : Handler<M40, OpcodeKey<Digit2, Digit2, Digit0>>;
    internal sealed class H41 : Handler<M41, OpcodeKey<Digit2, Digit2, Digit1>>;
    internal sealed class H42 : Handler<M42, OpcodeKey<Digit2, Digit2, Digit2>>;
    internal sealed class H43 : Handler<M43, OpcodeKey<Digit2, Digit2, Digit3>>;
    internal sealed class H44 : Handler<M44, OpcodeKey<Digit2, Digit3, Digit0>>;
    internal sealed class H45 : Handler<M45, OpcodeKey<Digit2, Digit3, Digit1>>;
    internal sealed class H46 : Handler<M46, OpcodeKey<Digit2, Digit3, Digit2>>;
    internal sealed class H47 : Handler<M47, OpcodeKey<Digit2, Digit3, Digit3>>;
    internal sealed class H48 : Handler<M48, OpcodeKey<Digit3, Digit0, Digit0>>;
    internal sealed class H49 : Handler<M49, OpcodeKey<Digit3, Digit0, Digit1>>;
    internal sealed class H50 : Handler<M50, OpcodeKey<Digit3, Digit0, Digit2>>;
    internal sealed class H51 : Handler<M51, OpcodeKey<Digit3, Digit0, Digit3>>;
    internal sealed class H52 : Handler<M52, OpcodeKey<Digit3, Digit1, Digit0>>;
    internal sealed class H53 : Handler<M53, OpcodeKey<Digit3, Digit1, Digit1>>;
    internal sealed class H54 : Handler<M54, OpcodeKey<Digit3, Digit1, Digit2>>;
    internal sealed class H55 : Handler<M55, OpcodeKey<Digit3, Digit1, Digit3>>;
    internal sealed class H56 : Handler<M56, OpcodeKey<Digit3, Digit2, Digit0>>;
    internal sealed class H57 : Handler<M57, OpcodeKey<Digit3, Digit2, Digit1>>;
    internal sealed class H58 : Handler<M58, OpcodeKey<Digit3, Digit2, Digit2>>;
    internal sealed class H59 : Handler<M59, OpcodeKey<Digit3, Digit2, Digit3>>;
    internal sealed class H60 : Handler<M60, OpcodeKey<Digit3, Digit3, Digit0>>;
    internal sealed class H61 : Handler<M61, OpcodeKey<Digit3, Digit3, Digit1>>;
    internal sealed class H62 : Handler<M62, OpcodeKey<Digit3, Digit3, Digit2>>;
    internal sealed class H63 : Handler<M63, OpcodeKey<Digit3, Digit3, Digit3>>;
}
