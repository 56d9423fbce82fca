using Spectre.Console;

namespace Pooling.JsonExport.Exporting;

/// <summary>Writes customers with each writer, checks the output, and reports the cost.</summary>
internal sealed class ExportCommand(SampleStreams streams)
{
    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that cancels the command; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public int Run(ExportOptions options, CancellationToken cancellationToken)
    {
        if (options.ToStandardOutput)
            return WriteOnce(options, cancellationToken);

        options.Json.Probe();
        ExportResult result = Measure(options, cancellationToken);
        options.Json.Write(streams.Output, stream => ExportReport.Write(result, stream));
        if (!options.Json.TakesOutput)
            Report(options, result);

        return Judge(options, result);
    }

    private ExportResult Measure(ExportOptions options, CancellationToken cancellationToken)
    {
        using ProgressLine progress = streams.CreateProgress();
        try
        {
            return new ExportMeasurement(options, progress.Report, cancellationToken).Run();
        }
        catch (Exception exception) when (OutputException.IsCause(exception))
        {
            throw new OutputException(options.Output, exception); // only the file can fail here
        }
    }

    private void Report(ExportOptions options, ExportResult result)
    {
        IAnsiConsole console = SampleConsole.Create(streams.Output);
        ExportReport.Write(result, console);
        if (options.Sink == ExportSink.File && result.Rows.Any(static row => row.Difference is null))
            console.WriteLine($"written: {options.Output}");
    }

    /// <summary>In a run over several writers, a defect of the published code is not a failure; if only that writer was requested, no
    /// document is written.</summary>
    private int Judge(ExportOptions options, ExportResult result) => streams.Judge(result.Rows
        .Where(row => row.Difference is not null && (row.Contender.KnownDefect is null || options.Writers.Count == 1))
        .Select(static row => $"{row.Contender.Name}: {row.Difference}")
        .Take(1));

    private int WriteOnce(ExportOptions options, CancellationToken cancellationToken)
    {
        CustomerPage page = CustomerPage.Create(options.Count);
        ExportContender contender = options.Writers[0];
        using var document = new MemoryStream();
        contender.Export.Write(page, document);
        if (contender.Difference(ExportContenders.Expected(page), document.ToArray()) is { } difference)
            return streams.Judge([$"{contender.Name}: {difference}"]);

        try
        {
            // Not the stream of Console, because that treats a broken pipe as success.
            using var stream = new FileStream(new Microsoft.Win32.SafeHandles.SafeFileHandle(1, ownsHandle: false),
                FileAccess.Write, bufferSize: 0);

            // On another thread, because the reader of the output may never read.
            Task.Run(() => contender.Export.Write(page, stream), cancellationToken).WaitAsync(cancellationToken).GetAwaiter().GetResult();
        }
        catch (Exception exception) when (OutputException.IsCause(exception))
        {
            throw new OutputException("standard output", exception);
        }

        return ExitCode.Success;
    }
}
