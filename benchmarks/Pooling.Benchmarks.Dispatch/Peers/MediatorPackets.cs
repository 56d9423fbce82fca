using Mediator;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>The 64 packets as Mediator wants them: a type of message and a type of handler for each opcode.</summary>
internal static partial class MediatorPackets
{
    /// <summary>Parses a packet into the message of its opcode, for a mediator that finds the handler by the message's type.</summary>
    internal static ICommand Parse(SessionContext context, ushort opcode, ReadOnlyMemory<byte> payload) => opcode switch
    {
        0 => new M0(context, Read<OpcodeKey<Digit0, Digit0, Digit0>>(payload)),
        1 => new M1(context, Read<OpcodeKey<Digit0, Digit0, Digit1>>(payload)),
        2 => new M2(context, Read<OpcodeKey<Digit0, Digit0, Digit2>>(payload)),
        3 => new M3(context, Read<OpcodeKey<Digit0, Digit0, Digit3>>(payload)),
        4 => new M4(context, Read<OpcodeKey<Digit0, Digit1, Digit0>>(payload)),
        5 => new M5(context, Read<OpcodeKey<Digit0, Digit1, Digit1>>(payload)),
        6 => new M6(context, Read<OpcodeKey<Digit0, Digit1, Digit2>>(payload)),
        7 => new M7(context, Read<OpcodeKey<Digit0, Digit1, Digit3>>(payload)),
        8 => new M8(context, Read<OpcodeKey<Digit0, Digit2, Digit0>>(payload)),
        9 => new M9(context, Read<OpcodeKey<Digit0, Digit2, Digit1>>(payload)),
        10 => new M10(context, Read<OpcodeKey<Digit0, Digit2, Digit2>>(payload)),
        11 => new M11(context, Read<OpcodeKey<Digit0, Digit2, Digit3>>(payload)),
        12 => new M12(context, Read<OpcodeKey<Digit0, Digit3, Digit0>>(payload)),
        13 => new M13(context, Read<OpcodeKey<Digit0, Digit3, Digit1>>(payload)),
        14 => new M14(context, Read<OpcodeKey<Digit0, Digit3, Digit2>>(payload)),
        15 => new M15(context, Read<OpcodeKey<Digit0, Digit3, Digit3>>(payload)),
        16 => new M16(context, Read<OpcodeKey<Digit1, Digit0, Digit0>>(payload)),
        17 => new M17(context, Read<OpcodeKey<Digit1, Digit0, Digit1>>(payload)),
        18 => new M18(context, Read<OpcodeKey<Digit1, Digit0, Digit2>>(payload)),
        19 => new M19(context, Read<OpcodeKey<Digit1, Digit0, Digit3>>(payload)),
        20 => new M20(context, Read<OpcodeKey<Digit1, Digit1, Digit0>>(payload)),
        21 => new M21(context, Read<OpcodeKey<Digit1, Digit1, Digit1>>(payload)),
        22 => new M22(context, Read<OpcodeKey<Digit1, Digit1, Digit2>>(payload)),
        23 => new M23(context, Read<OpcodeKey<Digit1, Digit1, Digit3>>(payload)),
        24 => new M24(context, Read<OpcodeKey<Digit1, Digit2, Digit0>>(payload)),
        25 => new M25(context, Read<OpcodeKey<Digit1, Digit2, Digit1>>(payload)),
        26 => new M26(context, Read<OpcodeKey<Digit1, Digit2, Digit2>>(payload)),
        27 => new M27(context, Read<OpcodeKey<Digit1, Digit2, Digit3>>(payload)),
        28 => new M28(context, Read<OpcodeKey<Digit1, Digit3, Digit0>>(payload)),
        29 => new M29(context, Read<OpcodeKey<Digit1, Digit3, Digit1>>(payload)),
        30 => new M30(context, Read<OpcodeKey<Digit1, Digit3, Digit2>>(payload)),
        31 => new M31(context, Read<OpcodeKey<Digit1, Digit3, Digit3>>(payload)),
        32 => new M32(context, Read<OpcodeKey<Digit2, Digit0, Digit0>>(payload)),
        33 => new M33(context, Read<OpcodeKey<Digit2, Digit0, Digit1>>(payload)),
        34 => new M34(context, Read<OpcodeKey<Digit2, Digit0, Digit2>>(payload)),
        35 => new M35(context, Read<OpcodeKey<Digit2, Digit0, Digit3>>(payload)),
        36 => new M36(context, Read<OpcodeKey<Digit2, Digit1, Digit0>>(payload)),
        37 => new M37(context, Read<OpcodeKey<Digit2, Digit1, Digit1>>(payload)),
        38 => new M38(context, Read<OpcodeKey<Digit2, Digit1, Digit2>>(payload)),
        39 => new M39(context, Read<OpcodeKey<Digit2, Digit1, Digit3>>(payload)),
        40 => new M40(context, Read<OpcodeKey<Digit2, Digit2, Digit0>>(payload)),
        41 => new M41(context, Read<OpcodeKey<Digit2, Digit2, Digit1>>(payload)),
        42 => new M42(context, Read<OpcodeKey<Digit2, Digit2, Digit2>>(payload)),
        43 => new M43(context, Read<OpcodeKey<Digit2, Digit2, Digit3>>(payload)),
        44 => new M44(context, Read<OpcodeKey<Digit2, Digit3, Digit0>>(payload)),
        45 => new M45(context, Read<OpcodeKey<Digit2, Digit3, Digit1>>(payload)),
        46 => new M46(context, Read<OpcodeKey<Digit2, Digit3, Digit2>>(payload)),
        47 => new M47(context, Read<OpcodeKey<Digit2, Digit3, Digit3>>(payload)),
        48 => new M48(context, Read<OpcodeKey<Digit3, Digit0, Digit0>>(payload)),
        49 => new M49(context, Read<OpcodeKey<Digit3, Digit0, Digit1>>(payload)),
        50 => new M50(context, Read<OpcodeKey<Digit3, Digit0, Digit2>>(payload)),
        51 => new M51(context, Read<OpcodeKey<Digit3, Digit0, Digit3>>(payload)),
        52 => new M52(context, Read<OpcodeKey<Digit3, Digit1, Digit0>>(payload)),
        53 => new M53(context, Read<OpcodeKey<Digit3, Digit1, Digit1>>(payload)),
        54 => new M54(context, Read<OpcodeKey<Digit3, Digit1, Digit2>>(payload)),
        55 => new M55(context, Read<OpcodeKey<Digit3, Digit1, Digit3>>(payload)),
        56 => new M56(context, Read<OpcodeKey<Digit3, Digit2, Digit0>>(payload)),
        57 => new M57(context, Read<OpcodeKey<Digit3, Digit2, Digit1>>(payload)),
        58 => new M58(context, Read<OpcodeKey<Digit3, Digit2, Digit2>>(payload)),
        59 => new M59(context, Read<OpcodeKey<Digit3, Digit2, Digit3>>(payload)),
        60 => new M60(context, Read<OpcodeKey<Digit3, Digit3, Digit0>>(payload)),
        61 => new M61(context, Read<OpcodeKey<Digit3, Digit3, Digit1>>(payload)),
        62 => new M62(context, Read<OpcodeKey<Digit3, Digit3, Digit2>>(payload)),
        63 => new M63(context, Read<OpcodeKey<Digit3, Digit3, Digit3>>(payload)),
        _ => throw new ArgumentOutOfRangeException(nameof(opcode)),
    };

    /// <summary>Parses a packet and sends it as the type that it is: the switch finds the handler, the mediator calls it.</summary>
    internal static ValueTask<Unit> Send(
        Mediator.Mediator mediator, SessionContext context, ushort opcode, ReadOnlyMemory<byte> payload) =>
        opcode switch
        {
            0 => mediator.Send(new M0(context, Read<OpcodeKey<Digit0, Digit0, Digit0>>(payload))),
            1 => mediator.Send(new M1(context, Read<OpcodeKey<Digit0, Digit0, Digit1>>(payload))),
            2 => mediator.Send(new M2(context, Read<OpcodeKey<Digit0, Digit0, Digit2>>(payload))),
            3 => mediator.Send(new M3(context, Read<OpcodeKey<Digit0, Digit0, Digit3>>(payload))),
            4 => mediator.Send(new M4(context, Read<OpcodeKey<Digit0, Digit1, Digit0>>(payload))),
            5 => mediator.Send(new M5(context, Read<OpcodeKey<Digit0, Digit1, Digit1>>(payload))),
            6 => mediator.Send(new M6(context, Read<OpcodeKey<Digit0, Digit1, Digit2>>(payload))),
            7 => mediator.Send(new M7(context, Read<OpcodeKey<Digit0, Digit1, Digit3>>(payload))),
            8 => mediator.Send(new M8(context, Read<OpcodeKey<Digit0, Digit2, Digit0>>(payload))),
            9 => mediator.Send(new M9(context, Read<OpcodeKey<Digit0, Digit2, Digit1>>(payload))),
            10 => mediator.Send(new M10(context, Read<OpcodeKey<Digit0, Digit2, Digit2>>(payload))),
            11 => mediator.Send(new M11(context, Read<OpcodeKey<Digit0, Digit2, Digit3>>(payload))),
            12 => mediator.Send(new M12(context, Read<OpcodeKey<Digit0, Digit3, Digit0>>(payload))),
            13 => mediator.Send(new M13(context, Read<OpcodeKey<Digit0, Digit3, Digit1>>(payload))),
            14 => mediator.Send(new M14(context, Read<OpcodeKey<Digit0, Digit3, Digit2>>(payload))),
            15 => mediator.Send(new M15(context, Read<OpcodeKey<Digit0, Digit3, Digit3>>(payload))),
            16 => mediator.Send(new M16(context, Read<OpcodeKey<Digit1, Digit0, Digit0>>(payload))),
            17 => mediator.Send(new M17(context, Read<OpcodeKey<Digit1, Digit0, Digit1>>(payload))),
            18 => mediator.Send(new M18(context, Read<OpcodeKey<Digit1, Digit0, Digit2>>(payload))),
            19 => mediator.Send(new M19(context, Read<OpcodeKey<Digit1, Digit0, Digit3>>(payload))),
            20 => mediator.Send(new M20(context, Read<OpcodeKey<Digit1, Digit1, Digit0>>(payload))),
            21 => mediator.Send(new M21(context, Read<OpcodeKey<Digit1, Digit1, Digit1>>(payload))),
            22 => mediator.Send(new M22(context, Read<OpcodeKey<Digit1, Digit1, Digit2>>(payload))),
            23 => mediator.Send(new M23(context, Read<OpcodeKey<Digit1, Digit1, Digit3>>(payload))),
            24 => mediator.Send(new M24(context, Read<OpcodeKey<Digit1, Digit2, Digit0>>(payload))),
            25 => mediator.Send(new M25(context, Read<OpcodeKey<Digit1, Digit2, Digit1>>(payload))),
            26 => mediator.Send(new M26(context, Read<OpcodeKey<Digit1, Digit2, Digit2>>(payload))),
            27 => mediator.Send(new M27(context, Read<OpcodeKey<Digit1, Digit2, Digit3>>(payload))),
            28 => mediator.Send(new M28(context, Read<OpcodeKey<Digit1, Digit3, Digit0>>(payload))),
            29 => mediator.Send(new M29(context, Read<OpcodeKey<Digit1, Digit3, Digit1>>(payload))),
            30 => mediator.Send(new M30(context, Read<OpcodeKey<Digit1, Digit3, Digit2>>(payload))),
            31 => mediator.Send(new M31(context, Read<OpcodeKey<Digit1, Digit3, Digit3>>(payload))),
            32 => mediator.Send(new M32(context, Read<OpcodeKey<Digit2, Digit0, Digit0>>(payload))),
            33 => mediator.Send(new M33(context, Read<OpcodeKey<Digit2, Digit0, Digit1>>(payload))),
            34 => mediator.Send(new M34(context, Read<OpcodeKey<Digit2, Digit0, Digit2>>(payload))),
            35 => mediator.Send(new M35(context, Read<OpcodeKey<Digit2, Digit0, Digit3>>(payload))),
            36 => mediator.Send(new M36(context, Read<OpcodeKey<Digit2, Digit1, Digit0>>(payload))),
            37 => mediator.Send(new M37(context, Read<OpcodeKey<Digit2, Digit1, Digit1>>(payload))),
            38 => mediator.Send(new M38(context, Read<OpcodeKey<Digit2, Digit1, Digit2>>(payload))),
            39 => mediator.Send(new M39(context, Read<OpcodeKey<Digit2, Digit1, Digit3>>(payload))),
            40 => mediator.Send(new M40(context, Read<OpcodeKey<Digit2, Digit2, Digit0>>(payload))),
            41 => mediator.Send(new M41(context, Read<OpcodeKey<Digit2, Digit2, Digit1>>(payload))),
            42 => mediator.Send(new M42(context, Read<OpcodeKey<Digit2, Digit2, Digit2>>(payload))),
            43 => mediator.Send(new M43(context, Read<OpcodeKey<Digit2, Digit2, Digit3>>(payload))),
            44 => mediator.Send(new M44(context, Read<OpcodeKey<Digit2, Digit3, Digit0>>(payload))),
            45 => mediator.Send(new M45(context, Read<OpcodeKey<Digit2, Digit3, Digit1>>(payload))),
            46 => mediator.Send(new M46(context, Read<OpcodeKey<Digit2, Digit3, Digit2>>(payload))),
            47 => mediator.Send(new M47(context, Read<OpcodeKey<Digit2, Digit3, Digit3>>(payload))),
            48 => mediator.Send(new M48(context, Read<OpcodeKey<Digit3, Digit0, Digit0>>(payload))),
            49 => mediator.Send(new M49(context, Read<OpcodeKey<Digit3, Digit0, Digit1>>(payload))),
            50 => mediator.Send(new M50(context, Read<OpcodeKey<Digit3, Digit0, Digit2>>(payload))),
            51 => mediator.Send(new M51(context, Read<OpcodeKey<Digit3, Digit0, Digit3>>(payload))),
            52 => mediator.Send(new M52(context, Read<OpcodeKey<Digit3, Digit1, Digit0>>(payload))),
            53 => mediator.Send(new M53(context, Read<OpcodeKey<Digit3, Digit1, Digit1>>(payload))),
            54 => mediator.Send(new M54(context, Read<OpcodeKey<Digit3, Digit1, Digit2>>(payload))),
            55 => mediator.Send(new M55(context, Read<OpcodeKey<Digit3, Digit1, Digit3>>(payload))),
            56 => mediator.Send(new M56(context, Read<OpcodeKey<Digit3, Digit2, Digit0>>(payload))),
            57 => mediator.Send(new M57(context, Read<OpcodeKey<Digit3, Digit2, Digit1>>(payload))),
            58 => mediator.Send(new M58(context, Read<OpcodeKey<Digit3, Digit2, Digit2>>(payload))),
            59 => mediator.Send(new M59(context, Read<OpcodeKey<Digit3, Digit2, Digit3>>(payload))),
            60 => mediator.Send(new M60(context, Read<OpcodeKey<Digit3, Digit3, Digit0>>(payload))),
            61 => mediator.Send(new M61(context, Read<OpcodeKey<Digit3, Digit3, Digit1>>(payload))),
            62 => mediator.Send(new M62(context, Read<OpcodeKey<Digit3, Digit3, Digit2>>(payload))),
            63 => mediator.Send(new M63(context, Read<OpcodeKey<Digit3, Digit3, Digit3>>(payload))),
            _ => throw new ArgumentOutOfRangeException(nameof(opcode)),
        };

    private static Movement Read<TKey>(ReadOnlyMemory<byte> payload) where TKey : struct, IOpcodeKey =>
        default(MovementParser<TKey>).TryParse(payload, out Movement packet) ? packet : throw new InvalidDataException();

    private static ValueTask<Unit> Handle<TKey>(SessionContext context, Movement packet) where TKey : struct, IOpcodeKey
    {
        default(MovementHandler<TKey>).Handle(in context, in packet);
        return default;
    }

    internal readonly record struct M0(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M1(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M2(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M3(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M4(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M5(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M6(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M7(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M8(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M9(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M10(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M11(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M12(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M13(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M14(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M15(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M16(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M17(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M18(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M19(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M20(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M21(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M22(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M23(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M24(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M25(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M26(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M27(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M28(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M29(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M30(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M31(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M32(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M33(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M34(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M35(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M36(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M37(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M38(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M39(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M40(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M41(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M42(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M43(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M44(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M45(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M46(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M47(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M48(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M49(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M50(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M51(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M52(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M53(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M54(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M55(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M56(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M57(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M58(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M59(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M60(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M61(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M62(SessionContext Context, Movement Packet) : ICommand;
    internal readonly record struct M63(SessionContext Context, Movement Packet) : ICommand;
}
