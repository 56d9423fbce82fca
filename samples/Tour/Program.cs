using Pooling.Tour;
using Pooling.Tour.Sections;

using var interruption = new Interruption();

return new TourCommand(SectionCatalog.All, Console.Out, Console.Error).Run(args, interruption.Token);
