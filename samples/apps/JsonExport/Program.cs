using Pooling.JsonExport;

using var interruption = new Interruption();

return await new JsonExportProgram(Console.Out, Console.Error, Console.In).Run(args, interruption.Token);
