using System.Runtime.InteropServices;
using Pooling.Tour;
using Pooling.Tour.Sections;

using var cancellation = new CancellationTokenSource();

void Cancel(PosixSignalContext context)
{
    context.Cancel = true; // so that the program ends by itself, after it has removed its files
    cancellation.Cancel();
}

using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Cancel);
using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Cancel);

return new TourCommand(SectionCatalog.All, Console.Out, Console.Error).Run(args, cancellation.Token);
