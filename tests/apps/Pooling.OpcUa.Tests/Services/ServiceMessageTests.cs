using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.OpcUa.Services;

public sealed class ServiceMessageTests
{
    public static TheoryData<string> Names
    {
        get
        {
            var names = new TheoryData<string>();
            foreach (Type type in MessageSamples.Types)
                names.Add(type.FullName!);

            return names;
        }
    }

    [Fact]
    public void EncodingId_OfEachMessage_IsItsOwn() =>
        Assert.Distinct(MessageSamples.Types.Select(static type => MessageSamples.Create(type).EncodingId));

    [Theory]
    [MemberData(nameof(Names))]
    public void Decode_WhatWasEncoded_GivesTheSameBytes(string name)
    {
        Type type = TypeOf(name);
        byte[] bytes = Encode(MessageSamples.Create(type));
        using PooledScope scope = PooledScope.Begin();

        Assert.Equal(bytes, Encode(Decode(type, bytes, scope, out int remaining)));
        Assert.Equal(0, remaining);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Decode_OfANewMessage_GivesTheSameBytes(string name)
    {
        Type type = TypeOf(name);
        byte[] bytes = Encode((IServiceMessage)Activator.CreateInstance(type)!);
        using PooledScope scope = PooledScope.Begin();

        IServiceMessage decoded = Decode(type, bytes, scope, out int remaining);
        Assert.Equal(0, remaining);
        Assert.Equal(bytes.Length, Encode(decoded).Length);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Decode_CutShortAnywhere_IsRefused(string name)
    {
        Type type = TypeOf(name);
        byte[] bytes = Encode(MessageSamples.Create(type));
        for (int length = 0; length < bytes.Length; length++)
        {
            using PooledScope scope = PooledScope.Begin();
            Assert.Throws<DecodingException>(() => Decode(type, bytes.AsSpan(0, length).ToArray(), scope, out _));
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Decode_WithALengthOfTwoGibibytesAnywhere_AllocatesNoMoreThanTheBytesTell(string name)
    {
        Type type = TypeOf(name);
        byte[] bytes = Encode(MessageSamples.Create(type));
        for (int position = 0; position + sizeof(int) <= bytes.Length; position++)
        {
            byte[] changed = [.. bytes];
            new byte[] { 0xFF, 0xFF, 0xFF, 0x7F }.CopyTo(changed, position);
            using PooledScope scope = PooledScope.Begin();
            long before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                Decode(type, changed, scope, out _);
            }
            catch (DecodingException)
            {
            }

            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
        }
    }

    [Fact]
    public void ReadNodeId_AKnownToken_IsGivenBackWithoutACopy()
    {
        var token = new NodeId([1, 2, 3, 4]);
        byte[] bytes = Encode(new PublishRequest { Header = { AuthenticationToken = token } });
        var decoder = new BinaryDecoder(bytes) { KnownNodeId = token };
        var request = new PublishRequest();
        request.Decode(ref decoder);

        Assert.Same(token.Bytes, request.Header.AuthenticationToken.Bytes);
        decoder = new BinaryDecoder(bytes) { KnownNodeId = new NodeId([1, 2, 3, 5]) };
        Assert.Equal(token, decoder.ReadNodeId());
    }

    [Fact]
    public void Decode_ReadResponseWithoutAScope_HasArraysOfItsOwn()
    {
        byte[] bytes = Encode(new ReadResponse { Results = [new DataValue(Variant.FromArray<int>([1, 2])), new DataValue("x")] });
        var decoder = new BinaryDecoder(bytes);
        var response = new ReadResponse();
        response.Decode(ref decoder);

        Assert.Equal([1, 2], response.Results[0].Value.GetSpan<int>().ToArray());
        Assert.Equal("x", response.Results[1].Value.Get<string>());
    }

    [Theory]
    [InlineData(DataChangeTrigger.StatusValue, DeadbandType.Absolute, 0.25)]
    [InlineData(DataChangeTrigger.Status, DeadbandType.None, 0)]
    public void TryRead_AFilterThatWasWritten_GivesIt(DataChangeTrigger trigger, DeadbandType type, double value)
    {
        var filter = new DataChangeFilter(trigger, type, value);

        Assert.True(DataChangeFilter.TryRead(filter.ToExtensionObject(), out DataChangeFilter read));
        Assert.Equal(filter, read);
        Assert.False(DataChangeFilter.TryRead(new ExtensionObject(new NodeId(1), []), out _));
    }

    private static Type TypeOf(string name) => typeof(IServiceMessage).Assembly.GetType(name)!;

    private static byte[] Encode(IServiceMessage message)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        message.Encode(new BinaryEncoder(writer));
        return writer.WrittenSpan.ToArray();
    }

    private static IServiceMessage Decode(Type type, byte[] bytes, PooledScope scope, out int remaining)
    {
        var decoder = new BinaryDecoder(bytes, scope);
        var message = (IServiceMessage)Activator.CreateInstance(type)!;
        message.Decode(ref decoder);
        remaining = decoder.Remaining;
        return message;
    }
}
