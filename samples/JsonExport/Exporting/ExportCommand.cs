using Spectre.Console;

namespace Pooling.JsonExport.Exporting;

/// <summary>Writes customers with each writer, checks what it wrote, and tells what that took.</summary>
internal sealed class ExportCommand(TextWriter output, TextWriter error)
{
    /// <summary>Runs the command.</summary>
    /// <param name="options">What is wanted.</param>
    /// <param name="cancellationToken">Ends it early; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public int Run(ExportOptions options, CancellationToken cancellationToken)
    {
        if (options.ToStandardOutput)
            return WriteOnce(options, cancellationToken);

        if (options.JsonFile is { } file)
            WriteJson(file, static _ => { }, commit: false); // found out before the measurements

        ExportResult result = Measure(options, cancellationToken);
        Report(options, result);
        return Judge(options, result);
    }

    private ExportResult Measure(ExportOptions options, CancellationToken cancellationToken)
    {
        using var progress = new ProgressLine(error, live: !Console.IsErrorRedirected);
        try
        {
            return new ExportMeasurement(options, progress.Report, cancellationToken).Run();
        }
        catch (Exception exception) when (OutputException.IsCause(exception))
        {
            throw new OutputException(options.Output, exception); // only the file can refuse
        }
    }

    private void Report(ExportOptions options, ExportResult result)
    {
        if (options.JsonFile is { } file)
            WriteJson(file, stream => ExportReport.Write(result, stream), commit: true);

        if (options.Json && options.JsonFile is null)
        {
            using var json = new MemoryStream();
            ExportReport.Write(result, json);
            output.Write(System.Text.Encoding.UTF8.GetString(json.GetBuffer(), 0, (int)json.Length));
            return;
        }

        IAnsiConsole console = SampleConsole.Create(output);
        ExportReport.Write(result, console);
        if (options.Sink == ExportSink.File && result.Rows.Any(static row => row.Difference is null))
            console.WriteLine($"written: {options.Output}");
    }

    /// <summary>A writer that is wrong as published is no failure of a run over several;
    /// whoever asks for it alone gets no document.</summary>
    private int Judge(ExportOptions options, ExportResult result)
    {
        foreach (ExportRow row in result.Rows)
        {
            if (row.Difference is not null && (row.Contender.KnownDefect is null || options.Writers.Count == 1))
            {
                error.WriteLine($"json-export: check failed: {row.Contender.Name}: {row.Difference}");
                return ExitCode.Failure;
            }
        }

        return ExitCode.Success;
    }

    private int WriteOnce(ExportOptions options, CancellationToken cancellationToken)
    {
        CustomerPage page = CustomerPage.Create(options.Count);
        ExportContender contender = options.Writers[0];
        using var document = new MemoryStream();
        contender.Export.Write(page, document);
        if (contender.Difference(ExportContenders.Expected(page), document.ToArray()) is { } difference)
        {
            error.WriteLine($"json-export: check failed: {contender.Name}: {difference}");
            return ExitCode.Failure;
        }

        try
        {
            // Not the stream of Console, which takes a broken pipe for a success.
            using var stream = new FileStream(new Microsoft.Win32.SafeHandles.SafeFileHandle(1, ownsHandle: false),
                FileAccess.Write, bufferSize: 0);

            // On another thread, since whoever reads the output may never do so.
            Task.Run(() => contender.Export.Write(page, stream), cancellationToken).WaitAsync(cancellationToken).GetAwaiter().GetResult();
        }
        catch (Exception exception) when (OutputException.IsCause(exception))
        {
            throw new OutputException("standard output", exception);
        }

        return ExitCode.Success;
    }

    private static void WriteJson(string path, Action<Stream> write, bool commit)
    {
        try
        {
            using var file = StagedFile.Create(path);
            write(file.Stream);
            file.Complete();
            if (commit)
                file.Commit();
        }
        catch (Exception exception) when (OutputException.IsCause(exception))
        {
            throw new OutputException(path, exception);
        }
    }
}
