namespace Pooling.Benchmarks.Buffers;

/// <summary>A message goes out as websocket frames of 1 KB each, of which the last is marked as final. Before sends one more, an empty one,
/// as published: that frame is what the row is about.</summary>
public class MessageFramingBenchmarks : WriterBenchmarks
{
    private const int Operations = 200;
    private const int FrameLength = 1024;
    private const string TryGet = "ReadOnlySequence.TryGet";
    private const string OneFrame = "one frame for the whole message";

    private ReadOnlySequence<byte> _message;
    private (int Frames, long Length, int LastFrames, long LastLength) _sent;

    [Params(2, 4, 8)]
    public int Segments { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        Owned.Write(new byte[FrameLength * Segments]);
        var first = new Segment(new byte[FrameLength], 0);
        Segment last = first;
        for (int i = 1; i < Segments; i++)
            last = last.Append(new byte[FrameLength]);

        _message = new ReadOnlySequence<byte>(first, 0, last, FrameLength);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), OutputNotCompared("One frame more, which is empty.")]
    [Row("WSC-framing-*", Role.Before)]
    public (int, long) EmptyFinalFrame()
    {
        for (int i = 0; i < Operations; i++)
        {
            SequencePosition next = _message.Start;
            while (_message.TryGet(ref next, out ReadOnlyMemory<byte> segment))
                Send(segment, isFinal: false);

            Send(ReadOnlyMemory<byte>.Empty, isFinal: true);
        }

        return LastMessage;
    }

    /// <summary>Each segment waits until it is known whether another one follows.</summary>
    [Benchmark(OperationsPerInvoke = Operations), Row("WSC-framing-*", Role.Published)]
    public (int, long) LastSegmentIsFinal()
    {
        for (int i = 0; i < Operations; i++)
        {
            ReadOnlySequence<byte>.Enumerator segments = _message.GetEnumerator();
            bool isFinal = !segments.MoveNext();
            while (!isFinal)
            {
                ReadOnlyMemory<byte> segment = segments.Current;
                isFinal = !segments.MoveNext();
                Send(segment, isFinal);
            }
        }

        return LastMessage;
    }

    /// <summary>In one pass: behind the last segment there is no position any more.</summary>
    [Benchmark(OperationsPerInvoke = Operations), Row("WSC-framing-*", Role.Peer, TryGet)]
    public (int, long) NoPositionAfterTheLast()
    {
        for (int i = 0; i < Operations; i++)
        {
            SequencePosition next = _message.Start;
            while (_message.TryGet(ref next, out ReadOnlyMemory<byte> segment))
                Send(segment, isFinal: next.GetObject() is null);
        }

        return LastMessage;
    }

    /// <summary>The same frames out of a writer that keeps its message contiguous: slices, of which the last is known.</summary>
    [Benchmark(OperationsPerInvoke = Operations), Row("WSC-framing-*", Role.Ours)]
    public (int, long) SlicesOfContiguous()
    {
        for (int i = 0; i < Operations; i++)
        {
            ReadOnlyMemory<byte> rest = Owned.WrittenMemory;
            for (; rest.Length > FrameLength; rest = rest.Slice(FrameLength))
                Send(rest.Slice(0, FrameLength), isFinal: false);

            Send(rest, isFinal: true);
        }

        return LastMessage;
    }

    [Benchmark(OperationsPerInvoke = Operations), OutputNotCompared("One frame instead of several.")]
    [Row("WSC-framing-*", Role.Advice, OneFrame)]
    public (int, long) OneFrameForAll()
    {
        for (int i = 0; i < Operations; i++)
            Send(Owned.WrittenMemory, isFinal: true);

        return LastMessage;
    }

    private (int Frames, long Length) LastMessage => (_sent.LastFrames, _sent.LastLength);

    // Not inlined, as a socket's would not be.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Send(ReadOnlyMemory<byte> frame, bool isFinal)
    {
        _sent.Frames++;
        _sent.Length += frame.Length;
        if (isFinal)
            _sent = (0, 0, _sent.Frames, _sent.Length);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        internal Segment(byte[] bytes, long runningIndex) => (Memory, RunningIndex) = (bytes, runningIndex);

        internal Segment Append(byte[] bytes)
        {
            var next = new Segment(bytes, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
