using Pooling.Doubles;

namespace Pooling.Dispatch;

/// <summary>Tests opcodes and states that are enums, of every size and with a sign.</summary>
public sealed class OpcodeEnumTests
{
    private static readonly byte[] s_number = [5, 0, 0, 0];
    private static readonly Client s_client = new(new Inbox());

    private enum ByteOpcode : byte
    {
        Last = 255,
    }

    private enum SByteOpcode : sbyte
    {
        Last = -1,
    }

    private enum Opcode : ushort
    {
        Move = 0x2007,
        Last = 65535,
    }

    private enum ShortOpcode : short
    {
        Last = -1,
    }

    private enum IntOpcode
    {
        Move = 7,
    }

    [Flags]
    private enum States : byte
    {
        None = 0,
        Login = 1,
        InWorld = 2,
        Dead = 4,
    }

    private enum SByteStates : sbyte
    {
        All = -1,
    }

    private enum ShortStates : short
    {
        All = -1,
    }

    private enum UShortStates : ushort
    {
        Last = 0x8000,
    }

    private enum IntStates
    {
        All = -1,
    }

    private enum UIntStates : uint
    {
        Last = 0x8000_0000,
    }

    private enum LongStates : long
    {
        All = -1,
    }

    private enum ULongStates : ulong
    {
        Last = 1UL << 63,
    }

    [Fact]
    public void OpcodeValue_OfAnEnum_IsItsBits()
    {
        Assert.Equal(255, ((OpcodeValue)ByteOpcode.Last).Value);
        Assert.Equal(255, ((OpcodeValue)SByteOpcode.Last).Value);
        Assert.Equal(0x2007, ((OpcodeValue)Opcode.Move).Value);
        Assert.Equal(65535, ((OpcodeValue)ShortOpcode.Last).Value);
        Assert.Equal(0x2007, ((OpcodeValue)0x2007).Value);
        Assert.Equal("0x2007", ((OpcodeValue)0x2007).ToString());
        Assert.Equal(0, default(OpcodeValue).Value);
    }

    [Fact]
    public void OpcodeValue_OfAWiderEnumOrNone_IsRefused()
    {
        Assert.Contains(nameof(IntOpcode), Assert.Throws<ArgumentException>("opcode", static () => (OpcodeValue)IntOpcode.Move).Message);
        Assert.Throws<ArgumentException>("opcode", static () => (OpcodeValue)LongStates.All);
        Assert.Throws<ArgumentNullException>("value", static () => (OpcodeValue)(Enum)null!);
        Assert.Throws<ArgumentNullException>("value", static () => (SenderStates)(Enum)null!);
    }

    [Fact]
    public void SenderStates_OfAnEnum_AreItsBits()
    {
        Assert.Equal(6UL, ((SenderStates)(States.InWorld | States.Dead)).Bits);
        Assert.Equal(0xFFUL, ((SenderStates)SByteStates.All).Bits);
        Assert.Equal(0xFFFFUL, ((SenderStates)ShortStates.All).Bits);
        Assert.Equal(0x8000UL, ((SenderStates)UShortStates.Last).Bits);
        Assert.Equal(0xFFFF_FFFFUL, ((SenderStates)IntStates.All).Bits);
        Assert.Equal(0x8000_0000UL, ((SenderStates)UIntStates.Last).Bits);
        Assert.Equal(ulong.MaxValue, ((SenderStates)LongStates.All).Bits);
        Assert.Equal(1UL << 63, ((SenderStates)ULongStates.Last).Bits);
        Assert.Equal(3UL, ((SenderStates)3).Bits);
        Assert.Equal(ulong.MaxValue, default(SenderStates).Bits);
        Assert.Equal("0x3", ((SenderStates)3).ToString());
    }

    [Fact]
    public void Dispatch_OfEnums_IsThatOfTheirBits()
    {
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>()
            .Add<int, NumberParser, NumberHandler>(Opcode.Move, states: States.InWorld | States.Dead)
            .Add<int, NumberParser, NumberHandler>(SByteOpcode.Last)
            .Add<int, NumberParser, NumberHandler>(ShortOpcode.Last, states: SByteStates.All)
            .CountHandled().Build();

        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in s_client, Opcode.Move, s_number));
        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in s_client, Opcode.Move, s_number, States.Dead));
        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in s_client, 0x2007, s_number, States.InWorld));
        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in s_client, 0x2007, s_number, 0b10));
        Assert.Equal(DispatchStatus.Filtered, dispatcher.Dispatch(in s_client, Opcode.Move, s_number, States.Login));
        Assert.Equal(DispatchStatus.Filtered, dispatcher.Dispatch(in s_client, 0x2007, s_number, States.None));
        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in s_client, ByteOpcode.Last, s_number));
        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in s_client, (ushort)255, s_number));
        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in s_client, Opcode.Last, s_number, States.Dead));
        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in s_client, ShortOpcode.Last, s_number, SByteStates.All));
        Assert.Equal((4, 2), (dispatcher.GetCounters(Opcode.Move).Handled, dispatcher.GetCounters(Opcode.Move).Filtered));
        Assert.True(dispatcher.Handles(SByteOpcode.Last));
        Assert.False(dispatcher.Handles((Opcode)1));
    }

    [Fact]
    public async Task DispatchAsync_OfEnums_IsThatOfTheirBits()
    {
        AsyncOpcodeDispatcher<Client> dispatcher = new AsyncOpcodeDispatcherBuilder<Client>()
            .Add<int, NumberParser, NumberHandler>(Opcode.Move, states: States.InWorld | States.Dead)
            .Add<int, NumberParser, NumberHandler>(SByteOpcode.Last)
            .CountHandled().Build();

        Assert.Equal(DispatchStatus.Handled, await dispatcher.DispatchAsync(s_client, Opcode.Move, s_number));
        Assert.Equal(DispatchStatus.Handled, await dispatcher.DispatchAsync(s_client, Opcode.Move, s_number, CancellationToken.None));
        Assert.Equal(DispatchStatus.Handled, await dispatcher.DispatchAsync(s_client, Opcode.Move, s_number, States.Dead));
        Assert.Equal(DispatchStatus.Filtered, await dispatcher.DispatchAsync(s_client, 0x2007, s_number, States.Login));
        Assert.Equal(DispatchStatus.Handled, await dispatcher.DispatchAsync(s_client, ByteOpcode.Last, s_number));
        Assert.Equal(2, dispatcher.GetCounters(Opcode.Move).Handled - 1);
        Assert.True(dispatcher.Handles(Opcode.Move));
    }

    [Fact]
    public void Dispatch_OfAWiderEnum_IsRefused()
    {
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>().Add<int, NumberParser, NumberHandler>(7).Build();

        Assert.Throws<ArgumentException>("opcode", () => dispatcher.Dispatch(in s_client, IntOpcode.Move, s_number));
        Assert.Throws<ArgumentException>("opcode", () => dispatcher.GetCounters(IntOpcode.Move));
        Assert.Throws<ArgumentException>("opcode", () => dispatcher.Handles(IntOpcode.Move));
        Assert.Equal(0, dispatcher.GetTotals().Total);
    }

    [Fact]
    public void Add_OfAnEnumWithoutStates_IsRefused() => Assert.Throws<ArgumentOutOfRangeException>(
        "states",
        static () => new OpcodeDispatcherBuilder<Client>().Add<int, NumberParser, NumberHandler>(Opcode.Move, states: States.None));

    [Fact]
    public void Attribute_OfAnEnum_IsItsBits()
    {
        Assert.Equal(0x2007, new OpcodeHandlerAttribute(0x2007).Opcode);
        Assert.Equal(0x2007, new OpcodeHandlerAttribute(Opcode.Move).Opcode);
        Assert.Equal(255, new OpcodeHandlerAttribute(SByteOpcode.Last).Opcode);
        Assert.Throws<ArgumentException>("opcode", static () => new OpcodeHandlerAttribute(IntOpcode.Move));
        Assert.Throws<ArgumentException>("opcode", static () => new OpcodeHandlerAttribute("move"));
        Assert.Null(new OpcodeHandlerAttribute(1).States);
    }

    [Fact]
    public void DispatchStatus_Default_IsNoSuccess() =>
        Assert.Equal((DispatchStatus.Unknown, DispatchStatus.Handled), (default(DispatchStatus), (DispatchStatus)1));

    [Fact]
    public void Display_OfDispatchersAndBuilders_ShowsTheirCounts()
    {
        OpcodeDispatcherBuilder<Client> builder = new OpcodeDispatcherBuilder<Client>().Add<int, NumberParser, NumberHandler>(Opcode.Move);
        AsyncOpcodeDispatcherBuilder<Client> async = new AsyncOpcodeDispatcherBuilder<Client>().Add<int, NumberParser, NumberHandler>(1);
        OpcodeDispatcher<Client> dispatcher = builder.CountHandled().Build();
        dispatcher.Dispatch(in s_client, Opcode.Move, s_number);
        dispatcher.Dispatch(in s_client, Opcode.Last, s_number);

        Assert.Equal("Opcodes = 1", DebuggerText.Of(builder));
        Assert.Equal("Opcodes = 1", DebuggerText.Of(async));
        Assert.Equal("Opcodes = 1, Packets = 2", DebuggerText.Of(dispatcher));
        Assert.Equal("Opcodes = 1, Packets = 0", DebuggerText.Of(async.CountHandled().Build()));
        Assert.Equal("Total = 2, Handled = 1", DebuggerText.Of(dispatcher.GetTotals()));
    }
}
