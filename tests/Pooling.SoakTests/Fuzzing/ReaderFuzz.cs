using System.Buffers;
using Pooling.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Reads the same bytes with every reader, in different surroundings, and with a model. All must agree on each value, on
/// incomplete and malformed data, and on the position.</summary>
internal sealed class ReaderFuzz(FuzzRun run)
{
    private const byte OtherCanary = (byte)'1'; // a digit that ends varints

    private readonly FuzzResult _expected = new(run);
    private readonly FuzzResult _model = new(run);
    private readonly FuzzResult _tried = new(run);
    private readonly FuzzResult _read = new(run);
    private readonly FuzzResult _sequence = new(run);
    private readonly ArrayBufferWriter<byte> _writer = new();

    internal void Run()
    {
        FuzzOperation[] operations = [.. Enumerable.Range(0, run.Random.Next(1, 12)).Select(_ => FuzzOperations.Next(run.Random))];
        byte[] message = Create(operations, out bool isIntact);
        var first = new FuzzInput(run.Arrays, message, FuzzInput.Canary);
        var second = new FuzzInput(run.Arrays, message, OtherCanary);
        var sequence = new FuzzSequence(run, message);
        _tried.Source = first.Memory;
        _read.Source = second.Memory;
        Read(operations, message, isIntact, new BufferReader(first.Memory.Span), new BufferReader(second.Memory.Span),
            new SequenceReader<byte>(sequence.Bytes));
        first.Return(run.Arrays, message);
        second.Return(run.Arrays, message);
        sequence.Return(run.Arrays, message);
    }

    private byte[] Create(FuzzOperation[] operations, out bool isIntact)
    {
        byte[] message;
        isIntact = false;
        if (run.Random.Next(4) == 0)
        {
            message = run.RandomBytes(run.Random.Next(run.Random.Next(100) == 0 ? 20_000 : 100));
        }
        else
        {
            _writer.ResetWrittenCount();
            _expected.Clear();
            isIntact = true;
            foreach (FuzzOperation operation in operations)
                isIntact &= operation.Write(_writer, run.Random, _expected);

            message = _writer.WrittenSpan.ToArray();
            if (run.Random.Next(4) != 0)
            {
                message = run.Mutate(message);
                isIntact = false;
            }
        }

        isIntact &= !FuzzRun.Strip(message);
        return message;
    }

    private void Read(
        FuzzOperation[] operations, ReadOnlySpan<byte> message, bool isIntact, BufferReader tried, BufferReader read,
        SequenceReader<byte> sequence)
    {
        int position = 0;
        int failures = 0;
        int compared = 0;
        for (int step = 0; step < operations.Length + 4 && failures < 4; step++)
        {
            FuzzOperation operation = operations[step % operations.Length];
            _model.Clear();
            FuzzStatus status = operation.Model(message[position..], _model);
            if (status == FuzzStatus.Read)
                position += _model.Consumed;

            FuzzStatus statusTried = Try(operation, ref tried);
            FuzzStatus statusRead = Read(operation, ref read);
            FuzzStatus statusSequence = Try(operation, ref sequence);
            SoakException.ThrowUnless(
                statusTried == status && statusSequence == status && (statusRead == FuzzStatus.Read) == (status == FuzzStatus.Read),
                $"{operation}, step {step}: {status} expected; {statusTried}, {statusRead}, and {statusSequence} of a sequence.");
            SoakException.ThrowUnless(
                tried.Consumed == position && read.Consumed == position && sequence.Consumed == position,
                $"{operation}, step {step}: position {position} expected; {tried.Consumed}, {read.Consumed}, and {sequence.Consumed}.");
            SoakException.ThrowUnless(
                tried.Remaining == message.Length - position && tried.End == (position == message.Length)
                    && tried.UnreadSpan.Length == tried.Remaining,
                $"{operation}, step {step}: {tried.Remaining} bytes remaining of {message.Length}.");
            if (status == FuzzStatus.Read)
            {
                run.ScanEqual(_tried.Bytes, _model.Bytes, $"{operation}, step {step}: another value.");
                run.ScanEqual(_read.Bytes, _model.Bytes, $"{operation}, step {step}: another value when read.");
                run.ScanEqual(_sequence.Bytes, _model.Bytes, $"{operation}, step {step}: another value of a sequence.");
                if (isIntact && step < operations.Length)
                    compared += Compare(_model.Bytes, compared);

                continue;
            }

            SoakException.ThrowUnless(!isIntact || step >= operations.Length, $"{operation}, step {step}: valid data is {status}.");
            failures++;
            if (position < message.Length && run.Random.Next(2) == 0)
            {
                position++;
                tried.Advance(1);
                read.Advance(1);
                sequence.Advance(1);
            }
        }
    }

    private int Compare(ReadOnlySpan<byte> value, int start)
    {
        run.ScanEqual(value, _expected.Bytes.Slice(start, value.Length), "Another value than the one that was written.");
        return value.Length;
    }

    private FuzzStatus Try(FuzzOperation operation, ref BufferReader reader)
    {
        _tried.Clear();
        try
        {
            return operation.Try(ref reader, _tried) ? FuzzStatus.Read : FuzzStatus.Incomplete;
        }
        catch (InvalidDataException)
        {
            return FuzzStatus.Malformed;
        }
    }

    private FuzzStatus Read(FuzzOperation operation, ref BufferReader reader)
    {
        _read.Clear();
        try
        {
            return operation.Read(ref reader, _read) ? FuzzStatus.Read : FuzzStatus.Incomplete;
        }
        catch (InvalidDataException)
        {
            return FuzzStatus.Malformed;
        }
    }

    private FuzzStatus Try(FuzzOperation operation, ref SequenceReader<byte> reader)
    {
        _sequence.Clear();
        try
        {
            return operation.Try(ref reader, _sequence) ? FuzzStatus.Read : FuzzStatus.Incomplete;
        }
        catch (InvalidDataException)
        {
            return FuzzStatus.Malformed;
        }
    }
}
