using System.Buffers.Binary;
using System.Reflection;
using Pooling.Encodeables;

namespace Pooling.Dispatch;

/// <summary>Tests that a builder accepts pooled packets in the same forms as others, and that each form
/// works.</summary>
public sealed class DispatcherBuilderFormsTests
{
    private static readonly byte[] s_number = [5, 0, 0, 0];

    private readonly Inbox _inbox = new();
    private readonly Client _client;

    public DispatcherBuilderFormsTests() => _client = new Client(_inbox);

    [Fact]
    public void Forms_OfAddAndAddPooled_AreTheSame()
    {
        string[] forms = FormsOf(typeof(OpcodeDispatcherBuilder<>));
        string[] plain = [.. forms.Where(static form => !form.StartsWith("AddPooled", StringComparison.Ordinal))];
        IEnumerable<string> pooled = forms.Except(plain)
            .Select(static form => form.Replace("Pooled", ""));

        Assert.Equal(4, forms.Length);
        Assert.Equal(plain.OrderBy(Text, StringComparer.Ordinal), pooled.OrderBy(Text, StringComparer.Ordinal));
    }

    /// <summary>Gets the optional features that a builder is requested to add.</summary>
    public static TheoryData<bool, bool> Wishes => new()
    {
        { false, false },
        { true, false },
        { false, true },
        { true, true },
    };

    [Theory]
    [MemberData(nameof(Wishes))]
    public void Add_OfEachForm_Handles(bool counts, bool catches)
    {
        OpcodeDispatcher<Client> dispatcher = NewBuilder(counts, catches)
            .Add<int, NumberParser, NumberHandler>(0)
            .Add<int, NumberParser, NumberHandler>(1, new NumberParser(null), default, 0b1)
            .Add<int, NumberParser>(2, static (in Client client, in int packet) => client.Inbox.Take(packet), states: 0b1)
            .Add(3, static (in Client client, in int packet) => client.Inbox.Take(packet), new NumberParser(null), 0b1)
            .Build();

        for (ushort opcode = 0; opcode < 4; opcode++)
        {
            Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, opcode, s_number));
            Assert.Equal(DispatchStatus.Malformed, dispatcher.Dispatch(in _client, opcode, s_number.AsSpan(1)));
            Assert.Equal(OfAnotherState(opcode), dispatcher.Dispatch(in _client, opcode, s_number, 0b10));
            OpcodeCounters counters = dispatcher.GetCounters(opcode);
            Assert.Equal((counts ? opcode == 0 ? 2 : 1 : 0, 1), (counters.Handled, counters.Malformed));
        }

        Assert.Equal(25, _inbox.Sum);
    }

    [Theory]
    [MemberData(nameof(Wishes))]
    public void AddPooled_OfEachForm_ReturnsThePackets(bool counts, bool catches)
    {
        using EncodeablePool<Reading> pool = EncodeablePool.Create(static () => new Reading());
        var parser = new EncodeableParser<Reading, ReadingDecoder>(pool);
        OpcodeDispatcher<Client> dispatcher = NewBuilder(counts, catches)
            .AddPooled<int, CountingParser, NumberHandler>(0)
            .AddPooled<PooledRef<Reading>, EncodeableParser<Reading, ReadingDecoder>, ReadingHandler>(1, parser, default)
            .AddPooled<int, CountingParser>(2, static (in Client client, in int packet) => client.Inbox.Take(packet))
            .AddPooled(3, static (in Client client, in PooledRef<Reading> packet) => client.Inbox.Take(packet.Value.Handle), parser)
            .Build();
        CountingParser.Returned = 0;

        for (ushort opcode = 0; opcode < 4; opcode++)
        {
            Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, opcode, s_number));
            Assert.Equal(DispatchStatus.Malformed, dispatcher.Dispatch(in _client, opcode, s_number.AsSpan(1)));
            OpcodeCounters counters = dispatcher.GetCounters(opcode);
            Assert.Equal((counts ? 1 : 0, 1), (counters.Handled, counters.Malformed));
        }

        Assert.Equal(20, _inbox.Sum);
        Assert.Equal(2, CountingParser.Returned);
        Assert.Equal((4, 4), (pool.GetStatistics().TotalRented, pool.GetStatistics().TotalReturned));
    }

    [Fact]
    public void Delegates_Null_AreRefused()
    {
        var builder = new OpcodeDispatcherBuilder<Client>();

        Assert.Throws<ArgumentNullException>("handler", () => builder.Add<int, NumberParser>(1, null!));
        Assert.Throws<ArgumentNullException>("handler", () => builder.AddPooled<int, CountingParser>(1, null!));
        Assert.False(builder.Build().Handles(1));
    }

    private static OpcodeDispatcherBuilder<Client> NewBuilder(bool counts, bool catches)
    {
        var builder = new OpcodeDispatcherBuilder<Client>();
        if (counts)
            builder.CountHandled();

        if (catches)
            builder.OnFault(static (in Client _, ushort _, Exception _) => { });

        return builder;
    }

    private static DispatchStatus OfAnotherState(ushort opcode) => opcode == 0 ? DispatchStatus.Handled : DispatchStatus.Filtered;

    private static string Text(string form) => form;

    private static string[] FormsOf(Type builder) =>
    [
        .. builder.GetMethods(BindingFlags.Public | BindingFlags.Instance)
            .Where(static method => method.Name.StartsWith("Add", StringComparison.Ordinal))
            .Select(static method => $"{method.Name}<{string.Join(", ", method.GetGenericArguments().Select(ConstraintsOf))}>"
                + $"({string.Join(", ", method.GetParameters().Select(TextOf))})")
            .OrderBy(Text, StringComparer.Ordinal),
    ];

    private static string TextOf(ParameterInfo parameter) =>
        $"{NameOf(parameter.ParameterType)} {parameter.Name}{(parameter.IsOptional ? "?" : "")}";

    private static string ConstraintsOf(Type parameter) =>
        parameter.Name + string.Concat(parameter.GetGenericParameterConstraints().Select(static each => ":" + NameOf(each)));

    private static string NameOf(Type type) => type.Name;

    private readonly struct CountingParser : IPooledPacketParser<int>
    {
        internal static int Returned { get; set; }

        public bool TryParse(ReadOnlySpan<byte> payload, out int packet) =>
            BinaryPrimitives.TryReadInt32LittleEndian(payload, out packet);

        public void ReturnPacket(int packet) => Returned++;
    }
}
