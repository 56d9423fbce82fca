using Mediator;

namespace Pooling.Benchmarks.Dispatch;

/// <content>The handlers: one for each type of message.</content>
internal static partial class MediatorPackets
{
    internal sealed class H0 : ICommandHandler<M0>
    {
        public ValueTask<Unit> Handle(M0 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit0, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H1 : ICommandHandler<M1>
    {
        public ValueTask<Unit> Handle(M1 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit0, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H2 : ICommandHandler<M2>
    {
        public ValueTask<Unit> Handle(M2 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit0, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H3 : ICommandHandler<M3>
    {
        public ValueTask<Unit> Handle(M3 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit0, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H4 : ICommandHandler<M4>
    {
        public ValueTask<Unit> Handle(M4 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit1, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H5 : ICommandHandler<M5>
    {
        public ValueTask<Unit> Handle(M5 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit1, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H6 : ICommandHandler<M6>
    {
        public ValueTask<Unit> Handle(M6 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit1, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H7 : ICommandHandler<M7>
    {
        public ValueTask<Unit> Handle(M7 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit1, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H8 : ICommandHandler<M8>
    {
        public ValueTask<Unit> Handle(M8 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit2, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H9 : ICommandHandler<M9>
    {
        public ValueTask<Unit> Handle(M9 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit2, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H10 : ICommandHandler<M10>
    {
        public ValueTask<Unit> Handle(M10 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit2, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H11 : ICommandHandler<M11>
    {
        public ValueTask<Unit> Handle(M11 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit2, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H12 : ICommandHandler<M12>
    {
        public ValueTask<Unit> Handle(M12 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit3, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H13 : ICommandHandler<M13>
    {
        public ValueTask<Unit> Handle(M13 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit3, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H14 : ICommandHandler<M14>
    {
        public ValueTask<Unit> Handle(M14 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit3, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H15 : ICommandHandler<M15>
    {
        public ValueTask<Unit> Handle(M15 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit0, Digit3, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H16 : ICommandHandler<M16>
    {
        public ValueTask<Unit> Handle(M16 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit0, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H17 : ICommandHandler<M17>
    {
        public ValueTask<Unit> Handle(M17 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit0, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H18 : ICommandHandler<M18>
    {
        public ValueTask<Unit> Handle(M18 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit0, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H19 : ICommandHandler<M19>
    {
        public ValueTask<Unit> Handle(M19 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit0, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H20 : ICommandHandler<M20>
    {
        public ValueTask<Unit> Handle(M20 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit1, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H21 : ICommandHandler<M21>
    {
        public ValueTask<Unit> Handle(M21 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit1, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H22 : ICommandHandler<M22>
    {
        public ValueTask<Unit> Handle(M22 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit1, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H23 : ICommandHandler<M23>
    {
        public ValueTask<Unit> Handle(M23 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit1, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H24 : ICommandHandler<M24>
    {
        public ValueTask<Unit> Handle(M24 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit2, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H25 : ICommandHandler<M25>
    {
        public ValueTask<Unit> Handle(M25 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit2, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H26 : ICommandHandler<M26>
    {
        public ValueTask<Unit> Handle(M26 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit2, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H27 : ICommandHandler<M27>
    {
        public ValueTask<Unit> Handle(M27 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit2, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H28 : ICommandHandler<M28>
    {
        public ValueTask<Unit> Handle(M28 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit3, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H29 : ICommandHandler<M29>
    {
        public ValueTask<Unit> Handle(M29 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit3, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H30 : ICommandHandler<M30>
    {
        public ValueTask<Unit> Handle(M30 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit3, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H31 : ICommandHandler<M31>
    {
        public ValueTask<Unit> Handle(M31 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit1, Digit3, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H32 : ICommandHandler<M32>
    {
        public ValueTask<Unit> Handle(M32 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit0, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H33 : ICommandHandler<M33>
    {
        public ValueTask<Unit> Handle(M33 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit0, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H34 : ICommandHandler<M34>
    {
        public ValueTask<Unit> Handle(M34 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit0, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H35 : ICommandHandler<M35>
    {
        public ValueTask<Unit> Handle(M35 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit0, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H36 : ICommandHandler<M36>
    {
        public ValueTask<Unit> Handle(M36 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit1, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H37 : ICommandHandler<M37>
    {
        public ValueTask<Unit> Handle(M37 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit1, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H38 : ICommandHandler<M38>
    {
        public ValueTask<Unit> Handle(M38 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit1, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H39 : ICommandHandler<M39>
    {
        public ValueTask<Unit> Handle(M39 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit1, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H40 : ICommandHandler<M40>
    {
        public ValueTask<Unit> Handle(M40 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit2, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H41 : ICommandHandler<M41>
    {
        public ValueTask<Unit> Handle(M41 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit2, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H42 : ICommandHandler<M42>
    {
        public ValueTask<Unit> Handle(M42 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit2, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H43 : ICommandHandler<M43>
    {
        public ValueTask<Unit> Handle(M43 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit2, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H44 : ICommandHandler<M44>
    {
        public ValueTask<Unit> Handle(M44 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit3, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H45 : ICommandHandler<M45>
    {
        public ValueTask<Unit> Handle(M45 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit3, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H46 : ICommandHandler<M46>
    {
        public ValueTask<Unit> Handle(M46 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit3, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H47 : ICommandHandler<M47>
    {
        public ValueTask<Unit> Handle(M47 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit2, Digit3, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H48 : ICommandHandler<M48>
    {
        public ValueTask<Unit> Handle(M48 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit0, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H49 : ICommandHandler<M49>
    {
        public ValueTask<Unit> Handle(M49 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit0, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H50 : ICommandHandler<M50>
    {
        public ValueTask<Unit> Handle(M50 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit0, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H51 : ICommandHandler<M51>
    {
        public ValueTask<Unit> Handle(M51 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit0, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H52 : ICommandHandler<M52>
    {
        public ValueTask<Unit> Handle(M52 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit1, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H53 : ICommandHandler<M53>
    {
        public ValueTask<Unit> Handle(M53 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit1, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H54 : ICommandHandler<M54>
    {
        public ValueTask<Unit> Handle(M54 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit1, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H55 : ICommandHandler<M55>
    {
        public ValueTask<Unit> Handle(M55 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit1, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H56 : ICommandHandler<M56>
    {
        public ValueTask<Unit> Handle(M56 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit2, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H57 : ICommandHandler<M57>
    {
        public ValueTask<Unit> Handle(M57 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit2, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H58 : ICommandHandler<M58>
    {
        public ValueTask<Unit> Handle(M58 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit2, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H59 : ICommandHandler<M59>
    {
        public ValueTask<Unit> Handle(M59 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit2, Digit3>>(command.Context, command.Packet);
    }

    internal sealed class H60 : ICommandHandler<M60>
    {
        public ValueTask<Unit> Handle(M60 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit3, Digit0>>(command.Context, command.Packet);
    }

    internal sealed class H61 : ICommandHandler<M61>
    {
        public ValueTask<Unit> Handle(M61 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit3, Digit1>>(command.Context, command.Packet);
    }

    internal sealed class H62 : ICommandHandler<M62>
    {
        public ValueTask<Unit> Handle(M62 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit3, Digit2>>(command.Context, command.Packet);
    }

    internal sealed class H63 : ICommandHandler<M63>
    {
        public ValueTask<Unit> Handle(M63 command, CancellationToken cancellationToken) =>
            Handle<OpcodeKey<Digit3, Digit3, Digit3>>(command.Context, command.Packet);
    }
}
