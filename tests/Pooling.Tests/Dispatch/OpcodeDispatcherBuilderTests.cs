using Pooling.Encodeables;

namespace Pooling.Dispatch;

public sealed class OpcodeDispatcherBuilderTests
{
    [Fact]
    public void Build_Duplicates_NamesEachWithItsHandlers()
    {
        OpcodeDispatcherBuilder<Client> builder = new OpcodeDispatcherBuilder<Client>()
            .Add<int, NumberParser, NumberHandler>(0x2007)
            .Add<string, WordHandler, WordHandler>(0x2007)
            .Add<int, NumberParser, NumberHandler>(1)
            .Add<int, NumberParser>(1, static (in Client _, in int _) => { });

        string message = Assert.Throws<InvalidOperationException>(builder.Build).Message;

        Assert.Contains($"0x2007 by {nameof(NumberHandler)} and {nameof(WordHandler)}", message);
        Assert.Contains($"0x0001 by {nameof(NumberHandler)} and", message);
    }

    [Fact]
    public void Build_Twice_MakesDispatchersOfTheirOwn()
    {
        OpcodeDispatcherBuilder<Client> builder = new OpcodeDispatcherBuilder<Client>().Add<int, NumberParser, NumberHandler>(1);
        OpcodeDispatcher<Client> first = builder.Build();
        OpcodeDispatcher<Client> second = builder.Add<int, NumberParser, NumberHandler>(2).Build();
        var client = new Client(new Inbox());

        Assert.Equal(DispatchStatus.Unknown, first.Dispatch(in client, 2, new byte[4]));
        Assert.Equal(DispatchStatus.Handled, second.Dispatch(in client, 2, new byte[4]));
        Assert.Equal(DispatchStatus.Malformed, second.Dispatch(in client, 1, default));
        Assert.Equal(0, first.GetTotals().Malformed);
        Assert.Equal(1, second.GetCounters(1).Malformed);
    }

    [Fact]
    public void Add_NoState_IsRefused()
    {
        var builder = new OpcodeDispatcherBuilder<Client>();

        var exception = Assert.Throws<ArgumentOutOfRangeException>(
            () => builder.Add<int, NumberParser, NumberHandler>(0x2007, states: 0UL));

        Assert.Equal("states", exception.ParamName);
        Assert.Contains("0x2007", exception.Message);
        Assert.False(builder.Build().Handles(0x2007));
    }

    [Fact]
    public void Add_PooledParser_IsRefused()
    {
        var builder = new OpcodeDispatcherBuilder<Client>();

        var exception = Assert.Throws<ArgumentException>(() =>
            builder.Add<PooledRef<Reading>, EncodeableParser<Reading, ReadingDecoder>, ReadingHandler>(1));

        Assert.Contains("AddPooled", exception.Message);
        Assert.Throws<ArgumentException>(() => builder.Add<PooledRef<Reading>, EncodeableParser<Reading, ReadingDecoder>>(1,
            static (in Client _, in PooledRef<Reading> _) => { }));
        Assert.False(builder.Build().Handles(1));
    }

    [Fact]
    public void Setters_Null_AreRefused()
    {
        var builder = new OpcodeDispatcherBuilder<Client>();

        Assert.Throws<ArgumentNullException>("handler", () => builder.Add<int, NumberParser>(1, null!));
        Assert.Throws<ArgumentNullException>("handler", () => builder.OnFault(null!));
    }

    [Fact]
    public void OnFault_SecondTime_IsRefused()
    {
        OpcodeFaultHandler<Client> handler = static (in Client _, ushort _, Exception _) => { };

        Assert.Contains("OpcodeFaultHandler", Assert.Throws<InvalidOperationException>(
            () => new OpcodeDispatcherBuilder<Client>().OnFault(handler).OnFault(handler)).Message);
    }
}
