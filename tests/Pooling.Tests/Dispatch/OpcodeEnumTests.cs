using Pooling.Doubles;

namespace Pooling.Dispatch;

/// <summary>Tests opcodes and states that are enums: as numbers, and in the attribute.</summary>
public sealed class OpcodeEnumTests
{
    private static readonly byte[] s_number = [5, 0, 0, 0];
    private static readonly Client s_client = new(new Inbox());

    private enum Opcode : ushort
    {
        Move = 0x2007,
        Last = 65535,
    }

    [Flags]
    private enum States : byte
    {
        None = 0,
        Login = 1,
        InWorld = 2,
        Dead = 4,
    }

    [Fact]
    public void Dispatch_OfEnums_IsThatOfTheirBits()
    {
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>()
            .Add<int, NumberParser, NumberHandler>((ushort)Opcode.Move, states: (ulong)(States.InWorld | States.Dead))
            .CountHandled().Build();

        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in s_client, 0x2007, s_number));
        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in s_client, (ushort)Opcode.Move, s_number, (ulong)States.Dead));
        Assert.Equal(DispatchStatus.Filtered, dispatcher.Dispatch(in s_client, 0x2007, s_number, (ulong)States.Login));
        Assert.Equal(DispatchStatus.Filtered, dispatcher.Dispatch(in s_client, 0x2007, s_number, (ulong)States.None));
        Assert.Equal((2, 2), (dispatcher.GetCounters(0x2007).Handled, dispatcher.GetCounters((ushort)Opcode.Move).Filtered));
        Assert.True(dispatcher.Handles((ushort)Opcode.Move));
        Assert.False(dispatcher.Handles((ushort)Opcode.Last));
    }

    [Fact]
    public void Add_WithoutStates_IsRefused() => Assert.Throws<ArgumentOutOfRangeException>(
        "states",
        static () => new OpcodeDispatcherBuilder<Client>().Add<int, NumberParser, NumberHandler>(1, states: (ulong)States.None));

    [Fact]
    public void Attribute_OfANumberOrAnEnum_HasIt()
    {
        Assert.Equal((ushort)0x2007, new OpcodeHandlerAttribute(0x2007).Opcode);
        Assert.Equal(Opcode.Move, new OpcodeHandlerAttribute(Opcode.Move).Opcode);
        Assert.Null(new OpcodeHandlerAttribute(1).States);
    }

    [Fact]
    public void DispatchStatus_Default_IsNoSuccess() =>
        Assert.Equal((DispatchStatus.Unknown, DispatchStatus.Handled), (default(DispatchStatus), (DispatchStatus)1));

    [Fact]
    public void Display_OfDispatchersAndBuilders_ShowsTheirCounts()
    {
        OpcodeDispatcherBuilder<Client> builder = new OpcodeDispatcherBuilder<Client>().Add<int, NumberParser, NumberHandler>(7);
        OpcodeDispatcher<Client> dispatcher = builder.CountHandled().Build();
        dispatcher.Dispatch(in s_client, 7, s_number);
        dispatcher.Dispatch(in s_client, 8, s_number);

        Assert.Equal("Opcodes = 1", DebuggerText.Of(builder));
        Assert.Equal("Opcodes = 1, Packets = 2", DebuggerText.Of(dispatcher));
        Assert.Equal("Total = 2, Handled = 1", DebuggerText.Of(dispatcher.GetTotals()));
    }
}
